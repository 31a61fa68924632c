/* Strings: length, copying, appending, duplicating. There is a fork for each character that may be the terminator: what is
 * copied ends there, and a length is mostly an index or a size in the next line. */
#include <stddef.h>

#include "engine.h"

void *malloc(size_t size);

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

/* Copies up to the terminator, but at most n characters; how many. Source and destination are that far apart: with as many
 * characters they would overlap. */
static size_t copy_apart(char *restrict to, const char *restrict from, size_t n, size_t apart) {
    size_t i = 0;
    for (; i < n; i++) {
        if (i == apart)
            __secateur_overlapping_copy();
        if ((to[i] = from[i]) == 0)
            break;
    }
    return i;
}

static size_t copy(char *restrict to, const char *restrict from, size_t n) {
    return copy_apart(to, from, n, n == 0 ? 0 : __secateur_apart(to, from));
}

/* Copies with the terminator; the address of the copied terminator. */
char *stpcpy(char *restrict to, const char *restrict from) { return to + copy(to, from, (size_t)-1); }

char *strcpy(char *restrict to, const char *restrict from) {
    copy(to, from, (size_t)-1);
    return to;
}

/* Copies at most n characters and fills up with zeros; the address of the first zero written, or to + n. */
char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = copy(to, from, n);
    __builtin_memset(to + i, 0, n - i);
    return to + i;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    stpncpy(to, from, n);
    return to;
}

/* Appends at most n characters, without a terminator behind the last; how many. The destination begins with what is
 * appended to. */
static size_t append(char *to, char *end, const char *from, size_t n) {
    if (n == 0 || *from == 0)
        return 0;
    size_t apart = __secateur_apart(end, from);
    if (apart != (size_t)-1)
        apart = from < to ? (size_t)(to - from) : from > end ? (size_t)(from - end) : 0;
    return copy_apart(end, from, n, apart);
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *end = to;
    while (*end != 0)
        end++;
    end[append(to, end, from, n)] = 0;
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    char *end = to;
    while (*end != 0)
        end++;
    append(to, end, from, (size_t)-1);
    return to;
}

/* BSD's copy into a buffer of the given size, always terminated (unless size is 0); the length of from. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && from[i] != 0; i++)
        to[i] = from[i];
    if (size > 0)
        to[i] = 0;
    while (from[i] != 0)
        i++;
    return i;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t start = 0;
    while (start < size && to[start] != 0)
        start++;
    size_t i = 0;
    for (; start + i + 1 < size && from[i] != 0; i++)
        to[start + i] = from[i];
    if (start < size)
        to[start + i] = 0;
    while (from[i] != 0)
        i++;
    return start + i;
}

static char *duplicate(const char *s, size_t length) {
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        __builtin_memcpy(copy, s, length);
        copy[length] = 0;
    }
    return copy;
}

char *strdup(const char *s) {
    size_t length = 0;
    while (s[length] != 0)
        length++;
    return duplicate(s, length);
}

char *strndup(const char *s, size_t limit) {
    size_t length = 0;
    while (length < limit && s[length] != 0)
        length++;
    return duplicate(s, length);
}
