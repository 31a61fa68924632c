// VERDICT: safe
// Memory at an address the program knows.
// LEVELS: none light
#include <klee/klee.h>

int main(void) {
    volatile int *device = (volatile int *)0x30000000;
    klee_define_fixed_object((void *)device, 16);
    device[0] = 5;
    device[3] = 6;
    klee_assert(device[0] == 5 && device[3] == 6);
    return 0;
}
