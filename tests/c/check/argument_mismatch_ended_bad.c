// A list of arguments is read after its end, by va_arg and by a function it is handed to.
// VERDICT: unsafe
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

static int taken(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int);
    va_end(list);
    return value + va_arg(list, int); // BUG: argument-mismatch
}

static int printed(const char *format, ...) {
    char text[20];
    va_list list;
    va_start(list, format);
    va_end(list);
    return vsnprintf(text, sizeof text, format, list); // BUG: argument-mismatch
}

int main(void) {
    return __VERIFIER_nondet_int() ? taken(2, 1, 2) : printed("%d", 3);
}
