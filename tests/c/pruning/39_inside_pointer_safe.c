// VERDICT: safe
// All that matters of where it has come to is that it is inside.
#include "nb.h"

int main(void) {
    char bound[25];
    char *w = bound;
    for (int i = 0; i < 12; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    (void)*(volatile char *)w;
    return 0;
}
