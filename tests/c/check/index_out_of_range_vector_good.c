// Subscripts of vectors among their elements.
// VERDICT: safe
#include <assert.h>
typedef int four __attribute__((vector_size(16)));
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    four a = {1, 2, 3, 4};
    unsigned at = __VERIFIER_nondet_uint() % 4;
    assert(a[at] == (int)at + 1);
    a[at] = 7;
    assert(a[at] == 7 && a[3] >= 4);
    return 0;
}
