// VERDICT: unsafe
// 128-bit inputs.
#include <assert.h>
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    assert(__VERIFIER_nondet_int128() != -((__int128)1 << 100)); // BUG: assertion-failure
    assert(__VERIFIER_nondet_uint128() >> 100 != 0x8765432);     // BUG: assertion-failure
    return 0;
}
