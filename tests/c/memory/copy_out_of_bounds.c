// VERDICT: unsafe
// A copy may read or write too far.
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    char small[4] = {0}, large[8] = {0};
    if (n >= 100)
        memcpy(large, small, n & 7); // BUG: out-of-bounds-read
    else if (n <= 8)
        memcpy(small, large, n); // BUG: out-of-bounds-write
    return 0;
}
