// VERDICT: unsafe
#include "nb.h"

int main(void) {
    char b[10];
    int i;
    if (nb())
        i = 3;
    else
        i = 12;
    b[i] = 0; // BUG: out-of-bounds-write
    return 0;
}
