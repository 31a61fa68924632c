/* Comparing strings. One fork for each pair of characters: "equal and not the end" is one condition. */
#include <stddef.h>

int strcmp(const char *a, const char *b) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    while ((*x == *y) & (*x != 0)) {
        x++;
        y++;
    }
    return *x - *y;
}

int strncmp(const char *a, const char *b, size_t n) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if ((*x != *y) | (*x == 0))
            return *x - *y;
        x++;
        y++;
    }
    return 0;
}

/* The lower-case form in the C locale, without a branch. */
static int fold(unsigned char c) { return c + (((unsigned)c - 'A' < 26) ? 'a' - 'A' : 0); }

int strcasecmp(const char *a, const char *b) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    while ((fold(*x) == fold(*y)) & (*x != 0)) {
        x++;
        y++;
    }
    return fold(*x) - fold(*y);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if ((fold(*x) != fold(*y)) | (*x == 0))
            return fold(*x) - fold(*y);
        x++;
        y++;
    }
    return 0;
}

/* The C locale's order is the order of the bytes. */
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        if (i < n)
            to[i] = from[i];
    if (i < n)
        to[i] = 0;
    return i;
}
