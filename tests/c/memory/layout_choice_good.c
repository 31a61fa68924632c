// VERDICT: safe
// An address chooses among pointers to other objects, as in a cache that is looked up by address: what is chosen is one of them.
#include <assert.h>
#include <stdint.h>

static const char *const words[4] = {"zero", "one", "two", "three"};

static const char *cached(const char *key) { return words[((uintptr_t)key >> 4) % 4]; }

int main(void) {
    char first[16], second[16];
    const char *a = cached(first), *b = cached(second);
    assert(a[0] == 'z' || a[0] == 'o' || a[0] == 't');
    assert(b[0] == 'z' || b[0] == 'o' || b[0] == 't');
    const char *either = (uintptr_t)first < (uintptr_t)second ? first + 1 : words[2];
    assert(either == first + 1 || either[0] == 't');
    return 0;
}
