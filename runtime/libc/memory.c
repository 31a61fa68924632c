/* Blocks of bytes: copying, filling, comparing, searching (mem*, and BSD's b*).
 *
 * Copying and filling are single machine operations behind the builtins. Comparison reads all n bytes and chooses the
 * first difference with selects, so symbolic contents never fork it. Searching stops at the first hit, as C11 asks.
 */
#include <stddef.h>

#include "engine.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n) { return __builtin_memcpy(to, from, n); }

void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }

void *memset(void *to, int byte, size_t n) { return __builtin_memset(to, byte, n); }

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    __builtin_memcpy(to, from, n);
    return (char *)to + n;
}

void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void *memccpy(void *restrict to, const void *restrict from, int stop, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    size_t apart = n == 0 ? 0 : __secateur_apart(to, from);
    for (size_t i = 0; i < n; i++) {
        if (i == apart)
            __secateur_overlapping_copy();
        t[i] = f[i];
        if (t[i] == (unsigned char)stop)
            return t + i + 1;
    }
    return NULL;
}

/* Pairs of bytes exchanged. In place it does what is expected of it; a number below zero is none. */
void swab(const void *restrict from, void *restrict to, ptrdiff_t n) {
    const unsigned char *f = from;
    unsigned char *t = to;
    if (n < 2)
        return;
    size_t apart = __secateur_apart(to, from), pairs = (size_t)n / 2;
    for (size_t i = 0; i < pairs; i++) {
        if (apart != 0 && apart < 2 * (i + 1))
            __secateur_overlapping_copy();
        unsigned char first = f[2 * i];
        t[2 * i] = f[2 * i + 1];
        t[2 * i + 1] = first;
    }
}

static int first_difference(const unsigned char *a, const unsigned char *b, size_t n) {
    int result = 0;
    for (size_t i = 0; i < n; i++) {
        int difference = a[i] - b[i];
        result = result ? result : difference;
    }
    return result;
}

int memcmp(const void *a, const void *b, size_t n) { return first_difference(a, b, n); }

int bcmp(const void *a, const void *b, size_t n) { return first_difference(a, b, n); }

void *memchr(const void *block, int byte, size_t n) {
    const unsigned char *b = block;
    for (size_t i = 0; i < n; i++)
        if (b[i] == (unsigned char)byte)
            return (void *)(b + i);
    return NULL;
}

void *memrchr(const void *block, int byte, size_t n) {
    const unsigned char *b = block;
    while (n-- > 0)
        if (b[n] == (unsigned char)byte)
            return (void *)(b + n);
    return NULL;
}

void *rawmemchr(const void *block, int byte) {
    const unsigned char *b = block;
    while (*b != (unsigned char)byte)
        b++;
    return (void *)b;
}

void *memmem(const void *block, size_t n, const void *pattern, size_t length) {
    const unsigned char *b = block;
    for (size_t i = 0; i <= n && length <= n - i; i++)
        if (first_difference(b + i, pattern, length) == 0)
            return (void *)(b + i);
    return NULL;
}
