// VERDICT: unsafe
// What the front end computes leaves no operation behind.
#include <limits.h>
int __VERIFIER_nondet_int(void);
static volatile int sink;
static const int wide = 40;
enum { ZERO = 0, FAR = 64 };

int main(void) {
    int one = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: sink = 1 / 0; break;                  // BUG: division-by-zero
    case 1: sink = 5 % ZERO; break;               // BUG: division-by-zero
    case 2: sink = INT_MIN / -1; break;           // BUG: division-overflow
    case 3: sink = INT_MIN % -1; break;           // BUG: division-overflow
    case 4: sink = 1 >> -1; break;                // BUG: shift-out-of-range
    case 5: sink = one << wide; break;            // BUG: shift-out-of-range
    case 6: sink = (int)(1ul << FAR); break;      // BUG: shift-out-of-range
    case 7: sink = (int)(LLONG_MIN / -1LL); break; // BUG: division-overflow
    case 8: sink = 0 ? 1 / 0 : 2; break;
    case 9: sink = sizeof(1 / 0) == sizeof(int) && (1 || 1 / 0); break;
    }
    return 0;
}
