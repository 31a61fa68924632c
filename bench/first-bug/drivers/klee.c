/* LLVMFuzzerTestOneInput with up to 64 symbolic bytes, for KLEE. Included behind the program. */
#include <stdint.h>
#include <stdlib.h>

void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(uintptr_t);

int main(void) {
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size <= 64);
    uint8_t *data = malloc(size);
    for (size_t i = 0; i < size; i++)
        klee_make_symbolic(&data[i], 1, "byte");
    return LLVMFuzzerTestOneInput(data, size);
}
