// VERDICT: unsafe
// The ways KLEE programs end a path.
#include <klee/klee.h>

int main(void) {
    switch (klee_range(0, 4, "which")) {
    case 0: klee_silent_exit(1);
    case 1: klee_abort(); // BUG: abort
    case 2: klee_report_error("other.c", 7, "message", "suffix"); // BUG: reported-error
    case 3: klee_assert(0 && "fails"); // BUG: assertion-failure
    }
    return 0;
}
