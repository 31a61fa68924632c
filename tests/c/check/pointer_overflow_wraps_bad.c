// VERDICT: unsafe
// The scaled index wraps around, so that the address looks as if it were inside the object.
// OPTIONS: --checks +pointer-overflow
#include <stdint.h>
long __VERIFIER_nondet_long(void);
static int words[4];
static int *volatile sink;

int main(void) {
    long n = __VERIFIER_nondet_long();
    int *p = words;
    if (n == 1)
        sink = p + PTRDIFF_MAX; // BUG: pointer-overflow
    if (n == 1l << 62)
        sink = p + n; // BUG: pointer-overflow
    return 0;
}
