// A destination that is too small ends the program, inside a larger object too.
// VERDICT: unsafe
// LEVELS: none light
#include <string.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
char *__strcpy_chk(char *to, const char *from, size_t size);

int main(void) {
    struct {
        char small[2], rest[6];
    } both;
    char text[4], alone[2], which;
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&which, 1, "which");
    text[3] = 0;
    if (which)
        __strcpy_chk(both.small, text, sizeof both.small);  // BUG: abort
    else
        __strcpy_chk(alone, text, sizeof alone);  // BUG: abort
    return 0;
}
