// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static char from[4096], to[4096];
    unsigned n = __VERIFIER_nondet_uint() % 4097;
    for (unsigned i = 0; i < n; i++)
        to[i] = from[i];
    return 0;
}
