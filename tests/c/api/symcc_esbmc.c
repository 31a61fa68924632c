// VERDICT: unsafe
#include <stddef.h>
void symcc_make_symbolic(const void *start, size_t length);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);

int main(void) {
    int x = 0;
    symcc_make_symbolic(&x, sizeof x);
    __ESBMC_assume(x > 4);
    __ESBMC_assert(x > 3, "holds");
    __ESBMC_assert(x != 1234567, "fails"); // BUG: assertion-failure
    return 0;
}
