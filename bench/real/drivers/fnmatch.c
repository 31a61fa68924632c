/* A pattern of four bytes against a name of three. */
#include <klee/klee.h>

int fnmatch(const char *pattern, const char *name, int flags);

int main(void) {
    char pattern[5], name[4];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(name, sizeof name, "name");
    pattern[4] = name[3] = 0;
    return fnmatch(pattern, name, klee_range(0, 8, "flags"));
}
