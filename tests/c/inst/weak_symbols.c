// Weak symbols that nobody defines are null; those that the library or the tool has are not.
// VERDICT: safe
#include <assert.h>
#include <stddef.h>
extern int nobody(int) __attribute__((weak));
extern int nothing __attribute__((weak));
extern size_t strlen(const char *) __attribute__((weak));
extern void *malloc(size_t) __attribute__((weak));
extern int defined_here(int) __attribute__((weak));
void klee_make_symbolic(void *address, size_t size, const char *name) __attribute__((weak));
static int (*const table[])(int) = {nobody, defined_here};

int defined_here(int x) { return x + 1; }

int main(void) {
    int x;
    assert(!nobody && !&nothing && !table[0]);
    assert(strlen && malloc && klee_make_symbolic && table[1]);
    klee_make_symbolic(&x, sizeof x, "x");
    if (nobody)
        x = nobody(x);
    return strlen("ab") == 2 && table[1](1) == 2 ? 0 : x;
}
