// VERDICT: unsafe
// One arm frees the object: what was learnt behind the use after free says nothing about the arm that does not.
#include "nb.h"
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    int x = 0;
    if (nb())
        free(p);
    else
        x = 0;
    *p = 1; // BUG: use-after-free
    if (nb())
        x = *p;
    assert(x == 0); // BUG: assertion-failure
    return 0;
}
