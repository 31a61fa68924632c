// VERDICT: safe
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static char buffer[16];

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n <= 16)
        memset(buffer, 'x', n);
    return 0;
}
