// VERDICT: unknown
// What depends on where many objects lie is not explored.
// LEVELS: none light
#include <stdint.h>
#include <stdlib.h>
static void *blocks[20];

int main(void) {
    uintptr_t all = 0;
    for (int i = 0; i < 20; i++) {
        blocks[i] = malloc(4);
        if (!blocks[i])
            return 0;
        all ^= (uintptr_t)blocks[i] >> 4;
    }
    return all % 2 == 1;
}
