// What a function has read of a va_list is used up, for its caller too: va_copy was forgotten.
// VERDICT: unsafe
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

static int measured(char *to, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < (int)room)
        length = vsnprintf(to, room, format, arguments); // BUG: argument-mismatch
    va_end(arguments);
    return length;
}

static int shown(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    int length = vprintf(format, arguments); // BUG: argument-mismatch
    va_end(arguments);
    return length;
}

int main(void) {
    char text[32];
    if (__VERIFIER_nondet_int())
        return shown("%s", "a");
    return measured(text, sizeof text, "%s-%s", "a", "b") == 77;
}
