// VERDICT: unknown
// A table of pointers by their addresses: what depends on where many objects lie is not explored.
// LEVELS: none light
#include <stdint.h>
#include <stdlib.h>
static void *table[16];

int main(void) {
    for (int i = 0; i < 12; i++) {
        void *block = malloc(4);
        if (!block)
            break;
        if (((uintptr_t)block >> 4 & 1) == (unsigned)i % 2 && i < 2)
            table[0] = block;
        else
            table[((uintptr_t)block >> 40 & 1) + 2 * (i % 8)] = block;
    }
    return 0;
}
