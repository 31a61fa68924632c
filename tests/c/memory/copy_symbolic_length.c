// VERDICT: safe
// memcpy and memset of symbolic length.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
    if (n > 6 || k > 5)
        return 0;
    char from[6] = "abcde", to[6] = "vwxyz";
    memcpy(to, from, n);
    assert(to[k] == (k < n ? from[k] : "vwxyz"[k]));
    memset(to, '#', n);
    assert(to[k] == (k < n ? '#' : "vwxyz"[k]));
    return 0;
}
