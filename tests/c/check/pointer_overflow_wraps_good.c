// VERDICT: safe
// The same with indices that stay inside.
// OPTIONS: --checks +pointer-overflow
#include <stdint.h>
long __VERIFIER_nondet_long(void);
static int words[4];
static int *volatile sink;

int main(void) {
    long n = __VERIFIER_nondet_long();
    int *p = words;
    if (n == 1)
        sink = p + (PTRDIFF_MAX & 3);
    if (n >= 0 && n <= 4)
        sink = p + n;
    return 0;
}
