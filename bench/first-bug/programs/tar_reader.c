// Lists an archive in the manner of tar: headers of 32 bytes with octal numbers and a checksum, data in blocks of 8.
// INPUT: file 64
// BUG: the length of a member is not compared with what is left of the file.
// SHOWS: list
// CRASH: member\x00\x00\x00\x00\x00\x000000777\x000002415\x000\x00\x00\x00data....
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 32, BLOCK = 8 };

struct header {
    char name[12];
    char size[8];
    char sum[8];
    char kind;
    char unused[3];
};

/* Octal digits up to a blank or NUL; -1 where there are others. */
static long octal(const char *text, int n) {
    long value = 0;
    for (int i = 0; i < n && text[i] != 0 && text[i] != ' '; i++) {
        if (text[i] < '0' || text[i] > '7')
            return -1;
        value = value * 8 + (text[i] - '0');
    }
    return value;
}

/* The sum of all bytes, those of the sum itself counted as blanks. */
static long checksum(const struct header *header) {
    const unsigned char *bytes = (const unsigned char *)header;
    long sum = 0;
    for (size_t i = 0; i < HEADER; i++) {
        int in_sum = i >= offsetof(struct header, sum) && i < offsetof(struct header, sum) + 8;
        sum += in_sum ? ' ' : bytes[i];
    }
    return sum;
}

static int list(const unsigned char *archive, size_t length) {
    size_t at = 0;
    while (at + HEADER <= length) {
        struct header header;
        memcpy(&header, archive + at, HEADER);
        if (header.name[0] == 0)
            return 0;
        long size = octal(header.size, 8), sum = octal(header.sum, 8);
        if (size < 0 || sum != checksum(&header)) {
            printf("damaged header\n");
            return 1;
        }
        at += HEADER;
#ifdef FIXED
        if ((size_t)size > length - at) {
            printf("cut short\n");
            return 1;
        }
#endif
        if (header.kind == '0') {
            unsigned lines = 0;
            for (long i = 0; i < size; i++)
                lines += archive[at + (size_t)i] == '\n';
            printf("%.12s: %ld bytes, %u lines\n", header.name, size, lines);
        }
        at += ((size_t)size + BLOCK - 1) / BLOCK * BLOCK;
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL)
        return 2;
    unsigned char buffer[256];
    size_t length = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    unsigned char *archive = malloc(length + 1);
    if (archive == NULL)
        return 2;
    memcpy(archive, buffer, length);
    int status = list(archive, length);
    free(archive);
    return status;
}
