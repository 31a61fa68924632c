// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    while (x < 1024) {
        x++;
        y++;
    }
    assert(x == y);
}
