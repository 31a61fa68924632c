// A block that is entered in the middle, too: the literal that was made before is still there.
// VERDICT: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
    {
        p = &(int){5};
    inside:
        if (p)
            assert(*p == 5);
    }
    return 0;
}
