// One of its ways leads past the release.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int locked = 0;
    if (pick(2))
        goto release;
acquire:
    assert(!locked); // BUG: assertion-failure
    locked = 1;
    if (pick(2))
        goto held;
release:
    locked = 0;
    goto acquire;
held:
    assert(locked);
    goto acquire;
}
