// VERDICT: unsafe
// What is read is asked for, and one of the last places differs.
#include "nb.h"

static char bytes[] = {9, 0, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1};

int main(void) {
    char *w = bytes;
    for (int i = 0; i < 6; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    assert(*w == 1);  // BUG: assertion-failure
    return 0;
}
