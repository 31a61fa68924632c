/* Copies between overlapping objects that sanitizers do not look for: strings printed into themselves, and the less common
 * functions that copy. */
#define _GNU_SOURCE
#include "replay.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* What is written, and the strings it is made of. */
struct printing {
    const char *to;
    size_t written;
};

static void look_at(const struct printing *printing, const char *text, int precision) {
    if (!text)
        return;
    size_t read = precision >= 0 ? strnlen(text, (size_t)precision) : strlen(text) + 1;
    if (text < printing->to + printing->written && printing->to < text + read)
        secateur_replay_fail("overlapping-copy");
}

/* Walks the conversions of a format; one this does not know ends it. */
static void look_at_strings(const struct printing *printing, const char *format, va_list arguments) {
    while ((format = strchr(format, '%')) != NULL) {
        int precision = -1, is_long = 0, is_long_double = 0;
        format++;
        format += strspn(format, "-+ #0'");
        if (*format == '*')
            (void)va_arg(arguments, int), format++;
        format += strspn(format, "0123456789");
        if (*format == '.') {
            format++;
            precision = 0;
            if (*format == '*')
                precision = va_arg(arguments, int), format++;
            for (; *format >= '0' && *format <= '9'; format++)
                precision = 10 * precision + (*format - '0');
        }
        for (; *format && strchr("hlqjztL", *format); format++) {
            is_long |= *format != 'h' && *format != 'L';
            is_long_double |= *format == 'L';
        }
        switch (*format++) {
        case '%': break;
        case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'c':
            if (is_long)
                (void)va_arg(arguments, long);
            else
                (void)va_arg(arguments, int);
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (is_long_double)
                (void)va_arg(arguments, long double);
            else
                (void)va_arg(arguments, double);
            break;
        case 'p': case 'n': (void)va_arg(arguments, void *); break;
        case 's': {
            const char *text = va_arg(arguments, const char *);
            if (!is_long)
                look_at(printing, text, precision);
            break;
        }
        default: return;
        }
    }
}

int __wrap_vsnprintf(char *to, size_t room, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && room > 0) {
        struct printing printing = {to, (size_t)length + 1 < room ? (size_t)length + 1 : room};
        va_copy(again, arguments);
        look_at_strings(&printing, format, again);
        va_end(again);
    }
    return vsnprintf(to, room, format, arguments);
}

int __wrap_vsprintf(char *to, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    struct printing printing = {to, (size_t)length + 1};
    va_copy(again, arguments);
    look_at_strings(&printing, format, again);
    va_end(again);
    return vsprintf(to, format, arguments);
}

int __wrap_snprintf(char *to, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vsnprintf(to, room, format, arguments);
    va_end(arguments);
    return length;
}

int __wrap_sprintf(char *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vsprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

static void require_apart(const void *to, const void *from, size_t size) {
    const char *a = to, *b = from;
    if (a < b + size && b < a + size)
        secateur_replay_fail("overlapping-copy");
}

void __wrap_swab(const void *from, void *to, ssize_t size) {
    if (size > 1 && to != from)
        require_apart(to, from, (size_t)size & ~(size_t)1);
    swab(from, to, size);
}

char *__wrap_stpcpy(char *to, const char *from) {
    require_apart(to, from, strlen(from) + 1);
    return stpcpy(to, from);
}

char *__wrap_stpncpy(char *to, const char *from, size_t n) {
    size_t length = strnlen(from, n);
    require_apart(to, from, length < n ? length + 1 : n);
    return stpncpy(to, from, n);
}

void *__wrap_memccpy(void *to, const void *from, int stop, size_t n) {
    const char *last = memchr(from, stop, n);
    require_apart(to, from, last ? (size_t)(last + 1 - (const char *)from) : n);
    return memccpy(to, from, stop, n);
}

wchar_t *__wrap_wcscpy(wchar_t *to, const wchar_t *from) {
    require_apart(to, from, (wcslen(from) + 1) * sizeof *from);
    return wcscpy(to, from);
}
