// Arguments behind a symbolic string are read once, wherever the string ends.
// VERDICT: safe
#include <stdarg.h>
#include <stdio.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    say("%s %d %s\n", text, 7, "end");
    return 0;
}
