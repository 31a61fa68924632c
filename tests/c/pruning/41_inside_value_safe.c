// VERDICT: safe
// What is read is asked for: it is the same wherever the walk ends.
#include "nb.h"

static char bytes[] = {9, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

int main(void) {
    char *w = bytes;
    for (int i = 0; i < 6; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    assert(*w == 1);
    return 0;
}
