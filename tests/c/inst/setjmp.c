// VERDICT: safe
// setjmp and longjmp: values, 0 becomes 1, out of deep calls, more than once.
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);

static jmp_buf place;
static int depth_reached;

static void dive(int depth, int value) {
    if (depth == 0)
        longjmp(place, value);
    depth_reached++;
    dive(depth - 1, value);
    assert(0);
}

int main(void) {
    volatile int rounds = 0;
    int value = setjmp(place);
    if (value == 0)
        dive(5, 7);
    assert(value == 7 || value == 8);
    assert(depth_reached == 5 || rounds == 1);
    if (rounds++ == 0)
        dive(0, 8);
    assert(rounds == 2 && value == 8);

    jmp_buf other;
    int x = __VERIFIER_nondet_int();
    volatile int before = x;
    int back = setjmp(other);
    if (back == 0)
        longjmp(other, x);
    assert(back == (x == 0 ? 1 : x) && before == x);
    return 0;
}
