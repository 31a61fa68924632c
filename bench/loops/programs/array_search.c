// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    static int a[256];
    int wanted = __VERIFIER_nondet_int();
    unsigned i = 0;
    while (i < 256 && a[i] != wanted)
        i++;
    assert(i <= 256);
    if (i < 256)
        assert(a[i] == wanted);
}
