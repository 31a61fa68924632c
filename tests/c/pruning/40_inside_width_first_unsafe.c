// VERDICT: unsafe
// All bytes of the access have to be inside, and the last is not; the other arm first.
#include "nb.h"

int main(void) {
    char bytes[16] = {0};
    int i = 0;
    for (int k = 0; k < 5; k++)
        if (nb())
            i += 2;
        else
            i += 1;
    *(volatile int __attribute__((aligned(1))) *)((char *)bytes + i + 3) = 1;  // BUG: out-of-bounds-write
    return 0;
}
