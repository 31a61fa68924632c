// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static char text[512];
    unsigned n = __VERIFIER_nondet_uint() % 511, length = 0;
    text[n] = 0;
    while (text[length])
        length++;
    assert(length < 512);
}
