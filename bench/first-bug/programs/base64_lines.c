// Decodes base64 from standard input, four characters at a time; spaces are skipped.
// INPUT: stdin
// BUG: the table of values is indexed with a plain char, which is negative for bytes above 127.
// SHOWS: value_of
// CRASH: QUJ\xc3
#include <stdio.h>

static const signed char values[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62, -1, -1, -1, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -2, -1, -1,
    -1, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, -1, -1, -1, -1, -1,
    -1, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1};

static int value_of(char c) {
#ifdef FIXED
    if ((unsigned char)c > 127)
        return -1;
#endif
    return values[(int)c];
}

/* Three bytes of four characters; the number of bytes, or -1. */
static int group(const char *four, unsigned char *out) {
    int a = value_of(four[0]), b = value_of(four[1]);
    if (a < 0 || b < 0)
        return -1;
    out[0] = (unsigned char)(a << 2 | b >> 4);
    int c = value_of(four[2]), d = value_of(four[3]);
    if (c == -2 && d == -2)
        return 1;
    if (c < 0)
        return -1;
    out[1] = (unsigned char)((b & 15) << 4 | c >> 2);
    if (d == -2)
        return 2;
    if (d < 0)
        return -1;
    out[2] = (unsigned char)((c & 3) << 6 | d);
    return 3;
}

int main(void) {
    char four[4];
    int n = 0, c;
    while ((c = getchar()) != EOF) {
        if (c == '\n' || c == ' ')
            continue;
        four[n++] = (char)c;
        if (n == 4) {
            unsigned char out[3] = {0};
            int length = group(four, out);
            if (length < 0) {
                fprintf(stderr, "not base64\n");
                return 1;
            }
            fwrite(out, 1, (size_t)length, stdout);
            n = 0;
        }
    }
    return n != 0;
}
