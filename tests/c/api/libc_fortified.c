// The functions that calls become under _FORTIFY_SOURCE do the same.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
char *__strcpy_chk(char *to, const char *from, size_t size);
char *__strncat_chk(char *to, const char *from, size_t n, size_t size);
int __snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);

int main(void) {
    char text[4], copy[4], more[16];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    __strcpy_chk(copy, text, sizeof copy);
    assert(strcmp(copy, text) == 0);
    strcpy(more, "a");
    __strncat_chk(more, text, 2, sizeof more);
    assert(strlen(more) <= 3);
    assert(__snprintf_chk(more, 3, 1, sizeof more, "%d", 1234) == 4 && strcmp(more, "12") == 0);
    assert(__sprintf_chk(more, 1, sizeof more, "%s!", "ab") == 3);
    __fprintf_chk(stderr, 1, "%s", more);
    return 0;
}
