// A pointer made of the addresses of two objects: where it leads is not explored.
// VERDICT: unknown
// LEVELS: none light
#include <stdint.h>

int main(void) {
    int first = 1, second = 2;
    uintptr_t between = ((uintptr_t)&first + (uintptr_t)&second) / 2;
    return *(int *)between;
}
