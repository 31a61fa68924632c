// A local that was changed after setjmp: without optimisation it is in memory, and longjmp leaves it as it is.
// VERDICT: safe
// LEVELS: none light
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf back;

int main(void) {
    int rounds = 0, given = __VERIFIER_nondet_int();
    if (setjmp(back) < 3) {
        rounds++;
        given ^= 1;
        longjmp(back, rounds);
    }
    assert(rounds == 3);
    assert((given ^ 1) == given + 1 || (given ^ 1) == given - 1);
    return 0;
}
