// VERDICT: unsafe
// All bytes of the access have to be inside, and the last is not.
#include "nb.h"

int main(void) {
    char bytes[16] = {0};
    int i = 0;
    for (int k = 0; k < 5; k++)
        if (nb())
            i += 1;
        else
            i += 2;
    *(volatile int __attribute__((aligned(1))) *)((char *)bytes + i + 3) = 1;  // BUG: out-of-bounds-write
    return 0;
}
