// VERDICT: unsafe
// Constants that do not fit, with the checks on.
// OPTIONS: --checks +signed-overflow,+left-shift-overflow,+unsigned-wrap
#include <limits.h>
int __VERIFIER_nondet_int(void);
static volatile int sink;

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 0: sink = INT_MAX + 1; break;                // BUG: signed-overflow
    case 1: sink = -INT_MIN; break;                   // BUG: signed-overflow
    case 2: sink = 65536 * 65536; break;              // BUG: signed-overflow
    case 3: sink = (int)(0u - 1u); break;             // BUG: unsigned-wrap
    case 4: sink = -1 << 1; break;                    // BUG: left-shift-overflow
    case 5: sink = INT_MAX - 1 + 1; break;
    }
    return 0;
}
