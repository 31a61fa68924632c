// What a function has read of a va_list is used up; the arguments behind are there, and a copy has them all.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int measured(char *to, size_t room, const char *format, ...) {
    va_list arguments, copy;
    va_start(arguments, format);
    va_copy(copy, arguments);
    int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    if (length < (int)room)
        length = vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return length;
}

static int behind(char *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsprintf(to, format, arguments);
    int next = va_arg(arguments, int);
    char *more = NULL;
    if (vasprintf(&more, "%d%s", arguments) == 3)
        next += more[0] == '7' && more[2] == 'z';
    free(more);
    next += va_arg(arguments, double) == 2.5;
    va_end(arguments);
    return next;
}

int main(void) {
    char text[32];
    assert(measured(text, sizeof text, "%s-%s", "a", "b") == 3 && text[2] == 'b');
    assert(behind(text, "%d,%f", 5, 1.5, 6, 7, "yz", 2.5) == 8);
    return 0;
}
