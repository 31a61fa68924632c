// VERDICT: safe
// The same operations at the edge of what has a meaning, and where they are not evaluated.
#include <limits.h>
int __VERIFIER_nondet_int(void);
static volatile int sink;
static const int wide = 31;
enum { ONE = 1, FAR = 63 };

int main(void) {
    unsigned one = 1;
    switch (__VERIFIER_nondet_int()) {
    case 0: sink = 1 / ONE; break;
    case 1: sink = (INT_MIN + 1) / -1; break;
    case 2: sink = INT_MIN % -2; break;
    case 3: sink = 1 >> 31; break;
    case 4: sink = (int)(one << wide); break;
    case 5: sink = (int)(1ul << FAR >> FAR); break;
    case 6: sink = 0 ? 1 / 0 : 2; break;
    case 7: sink = sizeof(1 / 0) == sizeof(int) && (1 || 1 / 0); break;
    }
    return 0;
}
