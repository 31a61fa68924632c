// VERDICT: unsafe
// What is read is asked for, and one way wrote to where another one ends.
#include "nb.h"

static char bytes[] = {9, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

int main(void) {
    char *w = bytes;
    if (nb())
        bytes[8] = 3;
    for (int i = 0; i < 6; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    assert(*w == 1);  // BUG: assertion-failure
    return 0;
}
