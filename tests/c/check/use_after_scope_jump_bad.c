// A far jump into the same function leaves blocks, whose variables end with that.
// VERDICT: unsafe
#include <setjmp.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static jmp_buf place;

static int of_block(void) {
    int *volatile address = NULL;
    if (setjmp(place))
        return *address; // BUG: use-after-scope
    {
        int x = 7;
        address = &x;
        longjmp(place, 1);
    }
}

static void leave(int *kept) {
    *kept = 3;
    longjmp(place, 1);
}

static int of_round(void) {
    int total = 0;
    int *volatile last = NULL;
    for (volatile int i = 0; i < 2; i++) {
        if (setjmp(place) == 0) {
            int x;
            last = &x;
            leave(&x);
        }
        total += *last; // BUG: use-after-scope
    }
    return total;
}

int main(void) { return __VERIFIER_nondet_int() ? of_block() : of_round(); }
