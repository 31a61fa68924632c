// A loop made of labels, entered at two places.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int locked = 0;
    if (pick(2))
        goto release;
acquire:
    assert(!locked);
    locked = 1;
    if (pick(2))
        goto held;
release:
    locked = 0;
    goto acquire;
held:
    assert(locked);
    goto release;
}
