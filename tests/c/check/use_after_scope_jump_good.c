// What is alive where `setjmp` returns stays so: variables of its block, also those that are declared behind it, and of the blocks around.
// VERDICT: safe
#include <setjmp.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static jmp_buf place;

static int declared_behind(void) {
    int *volatile address = NULL;
    if (setjmp(place))
        return *address;
    int x = 7;
    address = &x;
    longjmp(place, 1);
}

static void leave(int *kept) {
    *kept = 3;
    longjmp(place, 1);
}

static int in_rounds(void) {
    int total = 0;
    for (volatile int i = 0; i < 3; i++) {
        int x = i;
        int *volatile at = &x;
        if (setjmp(place) == 0) {
            int y = 2;
            at = &y;
            total += *at;
            at = &x;
            leave(&x);
        }
        total += *at;
    }
    return total;
}

static int tried_again(void) {
    volatile int tries = 0;
    int *at;
again:
    if (setjmp(place)) {
        if (tries > 3)
            return 0;
        goto again;
    }
    {
        int x = 1;
        at = &x;
        tries += *at;
    }
    goto in;
    {
        int y;
    in:
        y = 2;
        at = &y;
        tries += *at > 1;
    }
    longjmp(place, 1);
}

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 0: return declared_behind();
    case 1: return in_rounds();
    default: return tried_again();
    }
}
