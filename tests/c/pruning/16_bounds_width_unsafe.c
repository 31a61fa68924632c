// VERDICT: unsafe
// The offset is inside; offset and width together are not.
#include "nb.h"

int main(void) {
    char b[10];
    int off;
    if (nb())
        off = 0;
    else
        off = 7;
    *(int *)(b + off) = 1; // BUG: out-of-bounds-write
    return 0;
}
