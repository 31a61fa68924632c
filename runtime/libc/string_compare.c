/* Comparing strings, without a fork: the first difference or end decides, and selects remember it. */
#include <stddef.h>

#include "text.h"

/* The lower-case form in the C locale. */
static unsigned char folded(unsigned char c) { return (unsigned char)(c + (((unsigned)c - 'A' < 26) ? 'a' - 'A' : 0)); }

static inline int compare(const char *a, const char *b, size_t n, _Bool fold) {
    size_t room_a = __secateur_room(a), room_b = __secateur_room(b);
    size_t most_a = __secateur_capacity(a), most_b = __secateur_capacity(b);
    size_t most = most_a < most_b ? most_b : most_a;
    int result = 0;
    _Bool done = 0, off_a = 0, off_b = 0;
    for (size_t i = 0; i < n && i <= most && !__secateur_certainly(done); i++) {
        unsigned char x = __secateur_peek(a, i), y = __secateur_peek(b, i);
        off_a |= !done & (i >= room_a);
        off_b |= !done & (i >= room_b);
        x = fold ? folded(x) : x;
        y = fold ? folded(y) : y;
        result = done ? result : x - y;
        done |= (x != y) | (x == 0);
    }
    if (off_a)
        read_behind(a);
    if (off_b)
        read_behind(b);
    return result;
}

int strcmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 0); }
int strncmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 0); }
int strcasecmp(const char *a, const char *b) { return compare(a, b, (size_t)-1, 1); }
int strncasecmp(const char *a, const char *b, size_t n) { return compare(a, b, n, 1); }

/* The C locale's order is the order of the bytes. */
int strcoll(const char *a, const char *b) { return compare(a, b, (size_t)-1, 0); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        if (i < n)
            to[i] = from[i];
    if (i < n)
        to[i] = 0;
    return i;
}
