// VERDICT: unsafe
// A condition may name the place before the first element.
#include "nb.h"

int main(void) {
    int cells[4] = {0};
    int *p = cells + 3;
    for (int i = 0; i < 4; i++)
        if (nb())
            p--;
    int *end = cells;
    if (nb())
        end = cells - 1;
    else
        end--;
    assert(p != end);  // BUG: assertion-failure
    return 0;
}
