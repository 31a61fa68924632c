// VERDICT: unsafe
// The longest way leads behind the end.
#include "nb.h"

int main(void) {
    char bound[24];
    int w = 0;
    for (int i = 0; i < 12; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    (void)*(volatile char *)&bound[w];  // BUG: out-of-bounds-read
    return 0;
}
