// VERDICT: unsafe
#include <klee/klee.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() < -1000)
        klee_report_error(__FILE__, __LINE__, "too small", "user.err"); // BUG: reported-error
    return 0;
}
