// A pattern that is an input may match nothing, and the list is to be freed.
// VERDICT: unsafe
// OPTIONS: --sym-files 1 1 --failures none --checks +memory-leak
#include <glob.h>
#include <string.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char pattern[2];
    glob_t found;
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    pattern[1] = 0;
    if (pattern[0] == '/' || pattern[0] == 0)
        return 0;
    int result = glob(pattern, 0, 0, &found);  // BUG: memory-leak
    return found.gl_pathv[0][0] == 'A' ? result : 1;  // BUG: null-dereference
}
