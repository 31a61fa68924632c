// Unpacks a file of literals and matches (LZ77): a control byte, then bytes, or a distance and a length.
// INPUT: file 24
// BUG: a distance that goes back before the start of the output is not refused.
// SHOWS: unpack
// CRASH: LZ\x02ab\x81\x05
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 256 };

/* The length of the output, or -1. */
static int unpack(const unsigned char *in, size_t n, unsigned char *out) {
    size_t at = 0, used = 0;
    while (at < n) {
        unsigned control = in[at++];
        if (control == 0)
            return (int)used;
        if (control < 0x80) {
            if (control > n - at || control > ROOM - used)
                return -1;
            while (control-- > 0)
                out[used++] = in[at++];
        } else {
            if (at == n)
                return -1;
            size_t distance = in[at++], length = (control & 0x7f) + 2;
            if (distance == 0 || length > ROOM - used)
                return -1;
#ifdef FIXED
            if (distance > used)
                return -1;
#endif
            for (; length > 0; length--, used++)
                out[used] = out[used - distance];
        }
    }
    return -1;
}

int main(int argc, char **argv) {
    unsigned char in[64];
    if (argc != 2)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL)
        return 2;
    size_t n = fread(in, 1, sizeof in, file);
    fclose(file);
    if (n < 2 || in[0] != 'L' || in[1] != 'Z')
        return 1;
    unsigned char *out = malloc(ROOM);
    if (out == NULL)
        return 2;
    int length = unpack(in + 2, n - 2, out);
    if (length > 0)
        fwrite(out, 1, (size_t)length, stdout);
    free(out);
    return length < 0;
}
