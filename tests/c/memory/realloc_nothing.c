// realloc to nothing frees, whether the size is known or not.
// VERDICT: safe
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(size_t condition);

int main(void) {
    size_t size;
    klee_make_symbolic(&size, sizeof size, "size");
    klee_assume(size < 4);
    char *block = malloc(8);
    block[0] = 'x';
    char *other = realloc(block, size);
    assert((other == NULL) == (size == 0));
    assert(other == NULL || other[0] == 'x');
    free(other);
    assert(realloc(malloc(1), 0) == NULL);
    return 0;
}
