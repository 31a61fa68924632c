// VERDICT: unsafe
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static char buffer[16];

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n <= 17)
        memset(buffer, 'x', n); // BUG: out-of-bounds-write
    return 0;
}
