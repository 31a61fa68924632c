// Reads an image file in the manner of PNG: a signature, and chunks with length, type, data and a CRC.
// INPUT: file 64
// BUG: a palette of no entries is accepted, and colours are counted modulo its size.
// SHOWS: image_data
// CRASH: PIC\x1aHEAD\x02\x00\x00\x00\x02\x02\xd6Xa>PALE\x00\x00\x00\x00LO\xf1:DATA\x04\x00\x00\x00\x00\x01\x02\x03L\xea\xd7\x08
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct image {
    unsigned width, height, colours, pixels;
    int have_header, have_palette;
};

static uint32_t table[256];

static void make_table(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t c = n;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[n] = c;
    }
}

static uint32_t crc(const unsigned char *data, size_t n) {
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < n; i++)
        c = table[(c ^ data[i]) & 255] ^ c >> 8;
    return c ^ 0xffffffffu;
}

static uint32_t little(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int image_data(struct image *image, const unsigned char *data, uint32_t n) {
    unsigned used[16] = {0};
    if (!image->have_header || !image->have_palette || n != image->width * image->height)
        return 0;
    for (uint32_t i = 0; i < n; i++)
        used[data[i] % image->colours]++;
    image->pixels += used[0];
    return 1;
}

static int chunk(struct image *image, const unsigned char *type, const unsigned char *data, uint32_t n) {
    if (memcmp(type, "HEAD", 4) == 0) {
        if (n != 2 || data[0] == 0 || data[1] == 0)
            return 0;
        image->width = data[0];
        image->height = data[1];
        image->have_header = 1;
        return 1;
    }
    if (memcmp(type, "PALE", 4) == 0) {
#ifdef FIXED
        if (n % 3 != 0 || n > 48 || n == 0)
            return 0;
#else
        if (n % 3 != 0 || n > 48)
            return 0;
#endif
        image->colours = n / 3;
        image->have_palette = 1;
        return 1;
    }
    if (memcmp(type, "DATA", 4) == 0)
        return image_data(image, data, n);
    return (type[0] & 32) != 0; /* a chunk that may be skipped */
}

int main(int argc, char **argv) {
    unsigned char file[128];
    if (argc != 2)
        return 2;
    FILE *in = fopen(argv[1], "rb");
    if (in == NULL)
        return 2;
    size_t length = fread(file, 1, sizeof file, in);
    fclose(in);
    if (length < 4 || memcmp(file, "PIC\x1a", 4) != 0) {
        printf("not an image\n");
        return 1;
    }
    make_table();
    struct image image;
    memset(&image, 0, sizeof image);
    size_t at = 4;
    while (at + 12 <= length) {
        const unsigned char *start = file + at;
        uint32_t n = little(start + 4);
        if (n > length - at - 12)
            break;
        if (crc(start, 8 + n) != little(start + 8 + n)) {
            printf("bad checksum\n");
            return 1;
        }
        if (!chunk(&image, start, start + 8, n)) {
            printf("bad chunk\n");
            return 1;
        }
        at += 12 + n;
    }
    printf("%ux%u, %u\n", image.width, image.height, image.pixels);
    return 0;
}
