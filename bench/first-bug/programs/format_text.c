// A formatter like printf for one number and one word: format FORMAT WORD
// INPUT: arguments 2 2 8
// BUG: the width of a number is not limited, and it is padded in a buffer of sixteen characters.
// SHOWS: put_number
// CRASH: %17d\0x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64, DIGITS = 16 };

struct output {
    char text[ROOM];
    size_t used;
};

static void put(struct output *out, char c) {
    if (out->used + 1 < ROOM)
        out->text[out->used++] = c;
}

static void put_number(struct output *out, unsigned n, unsigned base, int width, char fill) {
    char digits[DIGITS];
    int used = 0;
    do {
        digits[used++] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n != 0);
#ifdef FIXED
    if (width > DIGITS)
        width = DIGITS;
#endif
    while (used < width)
        digits[used++] = fill;
    while (used > 0)
        put(out, digits[--used]);
}

static void format(struct output *out, const char *f, const char *word) {
    for (; *f != 0; f++) {
        if (*f != '%') {
            put(out, *f);
            continue;
        }
        f++;
        char fill = ' ';
        int width = 0, left = 0;
        if (*f == '-') {
            left = 1;
            f++;
        }
        if (*f == '0') {
            fill = '0';
            f++;
        }
        while (*f >= '0' && *f <= '9' && width < 100)
            width = width * 10 + (*f++ - '0');
        switch (*f) {
        case 'd': put_number(out, (unsigned)strlen(word), 10, width, fill); break;
        case 'x': put_number(out, (unsigned)strlen(word), 16, width, fill); break;
        case 's': {
            int length = (int)strlen(word);
            for (int i = length; !left && i < width; i++)
                put(out, ' ');
            for (int i = 0; i < length; i++)
                put(out, word[i]);
            for (int i = length; left && i < width; i++)
                put(out, ' ');
            break;
        }
        case '%': put(out, '%'); break;
        case 0: return;
        default: put(out, '?'); break;
        }
    }
}

int main(int argc, char **argv) {
    struct output out;
    out.used = 0;
    if (argc != 3)
        return 2;
    format(&out, argv[1], argv[2]);
    out.text[out.used] = 0;
    printf("%s\n", out.text);
    return 0;
}
