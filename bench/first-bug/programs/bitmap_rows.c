// Reads a bitmap with a header of ten bytes and turns it upside down.
// INPUT: file 32
// BUG: width times height is computed in sixteen bits, so a large image gets a small buffer.
// SHOWS: read_rows
// CRASH: BM\x08\x00\x00\x01\x00\x01\x00\x00ABCDEFGH
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bitmap {
    uint16_t width, height, depth, flags;
    unsigned char *pixels;
};

static uint16_t little(const unsigned char *p) { return (uint16_t)(p[0] | p[1] << 8); }

static int read_rows(struct bitmap *b, FILE *file) {
    for (unsigned row = 0; row < b->height; row++) {
        for (unsigned x = 0; x < b->width; x++) {
            int c = getc(file);
            if (c == EOF)
                return 0;
            size_t place = (size_t)(b->height - 1 - row) * b->width + x;
            b->pixels[place] = (unsigned char)c;
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    unsigned char head[10];
    struct bitmap b;
    if (argc != 2)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL)
        return 2;
    if (fread(head, 1, sizeof head, file) != sizeof head || head[0] != 'B' || head[1] != 'M') {
        fclose(file);
        printf("not a bitmap\n");
        return 1;
    }
    b.depth = little(head + 2);
    b.width = little(head + 4);
    b.height = little(head + 6);
    b.flags = little(head + 8);
    if (b.depth != 8 || b.width == 0 || b.height == 0 || b.flags > 1) {
        fclose(file);
        return 1;
    }
#ifdef FIXED
    uint32_t size = (uint32_t)b.width * b.height;
#else
    uint16_t size = (uint16_t)((uint32_t)b.width * b.height);
#endif
    b.pixels = size > 65536 ? NULL : malloc((size_t)size + 1);
    if (b.pixels == NULL) {
        fclose(file);
        return 1;
    }
    memset(b.pixels, 0, size);
    int whole = read_rows(&b, file);
    printf(whole ? "read\n" : "cut short\n");
    free(b.pixels);
    fclose(file);
    return !whole;
}
