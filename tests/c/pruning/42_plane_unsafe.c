// VERDICT: unsafe
// A walk in two dimensions that ends in the last place of all, one step too far.
#include "nb.h"

int main(void) {
    int plane[4][5] = {{0}};
    int x = 0, y = 0;
    for (int i = 0; i < 7; i++)
        if (nb()) {
            if (x < 4)
                x++;
        } else if (y < 3) {
            y++;
        }
    plane[y][x] = 1;
    int *last = &plane[y][x];
    (void)*(volatile int *)(last + 1);  // BUG: out-of-bounds-read
    return 0;
}
