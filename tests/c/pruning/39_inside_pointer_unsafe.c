// VERDICT: unsafe
// The longest way leads behind the end.
#include "nb.h"

int main(void) {
    char bound[24];
    char *w = bound;
    for (int i = 0; i < 12; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    (void)*(volatile char *)w;  // BUG: out-of-bounds-read
    return 0;
}
