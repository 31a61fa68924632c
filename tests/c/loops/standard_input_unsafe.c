// A character beyond ASCII is an index.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"
#include <stdio.h>

static int seen[128];

int main(void) {
    int c, last = 0;
    while ((c = getchar()) != EOF) {
        if (last == 'x')
            seen[c] = 1; // BUG: out-of-bounds-write
        last = c;
    }
    return 0;
}
