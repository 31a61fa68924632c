// VERDICT: safe
// memmove reads before it writes, upwards and downwards, by a symbolic distance.
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char a[8] = "0123456", b[8] = "0123456";
    memmove(a + 2, a, 5);
    assert(memcmp(a, "0101234", 7) == 0);
    memmove(b, b + 3, 4);
    assert(memcmp(b, "3456456", 7) == 0);
    char c[8] = "0123456";
    unsigned d = __VERIFIER_nondet_uint() & 3;
    memmove(c + d, c, 4);
    for (unsigned i = 0; i < 4; i++)
        assert(c[d + i] == "0123456"[i]);
    return 0;
}
