// VERDICT: unsafe
#include "nb.h"
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    if (nb())
        free(p);
    *p = 1; // BUG: use-after-free
    return 0;
}
