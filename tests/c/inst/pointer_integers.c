// VERDICT: safe
// Pointers as integers and back: alignment, tagging, difference, comparison.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int cells[4] = {1, 2, 3, 4};
    uintptr_t address = (uintptr_t)cells;
    assert(address % _Alignof(int) == 0 && address != 0);
    int *again = (int *)(address + 8);
    assert(*again == 3 && again - cells == 2);
    uintptr_t tagged = (uintptr_t)&cells[1] | 1;
    assert((tagged & 1) && *(int *)(tagged & ~(uintptr_t)1) == 2);
    long *block = malloc(16);
    assert((uintptr_t)block % 16 == 0);
    assert((void *)block != (void *)cells);
    int offset = __VERIFIER_nondet_int() & 3;
    assert(*(int *)((char *)cells + 4 * offset) == offset + 1);
    assert(((uintptr_t)(cells + offset) - (uintptr_t)cells) / 4 == (unsigned)offset);
    free(block);
    int *null = 0;
    assert(!null && (uintptr_t)null == 0);
    return 0;
}
