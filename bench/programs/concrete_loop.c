/* Concrete speed: xor, multiplication and a branch on an integer, three million rounds. No inputs. */
#include <stdio.h>

int main(void) {
    unsigned x = 12345, taken = 0;
    for (unsigned i = 0; i < 3000000; i++) {
        x ^= i;
        x *= 2654435761u;
        if (x & 0x400)
            taken++;
    }
    printf("%u %u\n", x, taken);
    return 0;
}
