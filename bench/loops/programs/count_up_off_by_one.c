// TRUTH: unsafe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    do
        i++;
    while (i < n);
    assert(i == n);
}
