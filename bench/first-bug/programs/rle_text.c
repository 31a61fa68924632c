// Expands run-length encoded text, such as 3a2bc, into lines of fixed width.
// INPUT: stdin
// BUG: only the last digit of a count is compared with the room that is left.
// SHOWS: expand
// CRASH: 9a9b9c12d
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 36 };

static int expand(const char *from, size_t n, char *to) {
    size_t used = 0, i = 0;
    while (i < n) {
        size_t count = 0;
        int digits = 0;
        while (i < n && isdigit((unsigned char)from[i]) && digits < 2) {
            count = count * 10 + (size_t)(from[i++] - '0');
            digits++;
        }
        if (i == n || isdigit((unsigned char)from[i]))
            return -1;
        if (digits == 0)
            count = 1;
#ifdef FIXED
        if (used + count > ROOM)
            return -1;
#else
        if (used + count % 10 > ROOM)
            return -1;
#endif
        while (count-- > 0)
            to[used++] = from[i];
        i++;
    }
    return (int)used;
}

int main(void) {
    char text[24];
    size_t n = fread(text, 1, sizeof text, stdin);
    char *out = malloc(ROOM);
    if (out == NULL)
        return 1;
    int length = expand(text, n, out);
    if (length < 0)
        printf("bad input\n");
    for (int i = 0; i < length; i++)
        putchar(out[i]);
    free(out);
    return 0;
}
