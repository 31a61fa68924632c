// VERDICT: safe
// A table of functions that a walk goes over.
#include "nb.h"

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int (*const steps[])(int) = {one, two, one, two, one, one};

int main(void) {
    int at = 0, x = 0;
    for (int i = 0; i < 5; i++) {
        if (nb())
            at = at < 4 ? at + 1 : 0;
        x = steps[at](x);
    }
    assert(x <= 10);
    return 0;
}
