// VERDICT: unsafe
// An address chooses among pointers to other objects, and one of them is none.
#include <assert.h>
#include <stdint.h>

static const char *const words[4] = {"zero", "one", "two", 0};

static const char *cached(const char *key) { return words[((uintptr_t)key >> 4) % 4]; }

int main(void) {
    char first[16], second[16];
    const char *a = cached(first), *b = cached(second);
    if (b)
        assert(b[0] == 'z' || b[0] == 'o' || b[0] == 't');
    return a[0] == 'o'; // BUG: null-dereference
}
