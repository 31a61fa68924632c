// Checks UTF-8 and counts characters by plane.
// INPUT: fuzzer
// BUG: sequences of four bytes up to U+1FFFFF are accepted; there are only seventeen planes.
// SHOWS: count
// CRASH: a\xf5\x80\x80\x80
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { PLANES = 17 };

static int decode(const uint8_t *p, size_t left, uint32_t *c) {
    int length = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf8 ? 4 : 0;
    if (length == 0 || (size_t)length > left)
        return 0;
    if (length == 1) {
        *c = p[0];
        return 1;
    }
    *c = p[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        *c = *c << 6 | (p[i] & 0x3fu);
    }
    if ((length == 3 && *c < 0x800) || (length == 4 && *c < 0x10000))
        return 0;
    if (*c >= 0xd800 && *c <= 0xdfff)
        return 0;
#ifdef FIXED
    if (*c > 0x10ffff)
        return 0;
#endif
    return length;
}

static void count(unsigned *planes, uint32_t c) { planes[c >> 16]++; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned *planes = calloc(PLANES, sizeof *planes);
    if (planes == NULL)
        return 0;
    size_t at = 0;
    while (at < size) {
        uint32_t c;
        int length = decode(data + at, size - at, &c);
        if (length == 0)
            break;
        count(planes, c);
        at += (size_t)length;
    }
    free(planes);
    return 0;
}
