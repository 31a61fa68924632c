// Decodes a query string "a=1&b=%20x+y" and looks names up.
// INPUT: arguments 1 1 20
// BUG: a "%" with a wrong second digit is copied with one character too many.
// SHOWS: decode
// CRASH: k=abcdef%0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    char name[8], value[8];
};

static int hex(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c = tolower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void decode(char *to, size_t room, const char *from, size_t n) {
    size_t used = 0;
    for (size_t i = 0; i < n && used + 1 < room; i++) {
        if (from[i] == '+') {
            to[used++] = ' ';
        } else if (from[i] == '%' && i + 1 < n) {
            int high = hex((unsigned char)from[i + 1]), low = i + 2 < n ? hex((unsigned char)from[i + 2]) : -1;
            if (high >= 0 && low >= 0) {
                to[used++] = (char)(high << 4 | low);
                i += 2;
            } else {
#ifdef FIXED
                if (used + 2 >= room)
                    break;
#endif
                to[used++] = '%';
                to[used++] = from[++i];
            }
        } else {
            to[used++] = from[i];
        }
    }
    to[used] = 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    struct pair *pairs = NULL;
    size_t n = 0;
    for (const char *at = argv[1]; *at != 0;) {
        size_t length = strcspn(at, "&");
        const char *equals = memchr(at, '=', length);
        if (equals != NULL) {
            struct pair *more = realloc(pairs, (n + 1) * sizeof *pairs);
            if (more == NULL)
                break;
            pairs = more;
            decode(pairs[n].name, sizeof pairs[n].name, at, (size_t)(equals - at));
            decode(pairs[n].value, sizeof pairs[n].value, equals + 1, length - (size_t)(equals + 1 - at));
            n++;
        }
        at += length;
        if (*at == '&')
            at++;
    }
    for (size_t i = 0; i < n; i++)
        printf("%s: %s\n", pairs[i].name, pairs[i].value);
    free(pairs);
    return 0;
}
