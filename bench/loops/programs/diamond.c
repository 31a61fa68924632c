// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = 0, y = __VERIFIER_nondet_uint();
    while (x < 99) {
        if (y % 2 == 0)
            x += 2;
        else
            x++;
    }
    assert(x % 2 == y % 2);
}
