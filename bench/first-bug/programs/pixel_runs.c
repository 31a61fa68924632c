// Unpacks rows of pixels: width and height, then for each row runs of (count, colour) or, after a count of 0, a literal part.
// INPUT: file 48
// BUG: a literal part may go on over the end of its row.
// SHOWS: unpack
// CRASH: PX\x04\x01\x03\x07\x00\x02\x01\x02
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unpack(FILE *file, unsigned char *pixels, int width, int height) {
    for (int row = 0; row < height; row++) {
        unsigned char *line = pixels + row * width;
        int column = 0;
        while (column < width) {
            int count = fgetc(file), colour = fgetc(file);
            if (count == EOF || colour == EOF)
                return 0;
            if (count == 0) {
                int length = colour;
#ifdef FIXED
                if (length > width - column)
                    return 0;
#else
                if (length > width)
                    return 0;
#endif
                for (int i = 0; i < length; i++) {
                    int c = fgetc(file);
                    if (c == EOF)
                        return 0;
                    line[column++] = (unsigned char)c;
                }
            } else {
                if (count > width - column)
                    return 0;
                memset(line + column, colour, (size_t)count);
                column += count;
            }
        }
    }
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL)
        return 1;
    char magic[2];
    if (fread(magic, 1, 2, file) != 2 || memcmp(magic, "PX", 2) != 0) {
        fclose(file);
        return 1;
    }
    int width = fgetc(file), height = fgetc(file);
    if (width < 1 || width > 32 || height < 1 || height > 8) {
        fclose(file);
        return 1;
    }
    unsigned char *pixels = malloc((size_t)(width * height));
    int done = pixels != NULL && unpack(file, pixels, width, height);
    free(pixels);
    fclose(file);
    return !done;
}
