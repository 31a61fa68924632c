// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = 0;
    while (1) {
        if (x < 100)
            x += __VERIFIER_nondet_uint() % 3;
        assert(x <= 101);
    }
}
