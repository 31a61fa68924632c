// VERDICT: safe
#include <klee/klee.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    if (__VERIFIER_nondet_uchar() > 255)
        klee_report_error(__FILE__, __LINE__, "too large", "user.err");
    return 0;
}
