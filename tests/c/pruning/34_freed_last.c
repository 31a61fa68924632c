// VERDICT: unsafe
// The same with the arms the other way round.
#include "nb.h"
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    int x = 0;
    if (nb())
        x = 0;
    else
        free(p);
    *p = 1; // BUG: use-after-free
    if (nb())
        x = *p;
    assert(x == 0); // BUG: assertion-failure
    return 0;
}
