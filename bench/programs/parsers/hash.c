/* Six characters of five kinds are mixed into a hash: no two paths come to the same state, and all of it matters to the
 * check at the end. */
#include <assert.h>
#include <klee/klee.h>

static unsigned kind(char c) {
    if (c >= '0' && c <= '9')
        return 1;
    if (c >= 'a' && c <= 'z')
        return 2;
    if (c == '(' || c == ')')
        return 3;
    return c == ' ' ? 4 : 5;
}

int main(void) {
    char text[6];
    klee_make_symbolic(text, sizeof text, "text");
    unsigned hash = 2166136261u;
    for (int i = 0; i < 6; i++) {
        hash = (hash ^ kind(text[i])) * 16777619u;
        hash ^= hash >> 15;
    }
    assert(hash != 12345);
    return 0;
}
