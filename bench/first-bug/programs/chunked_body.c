// Reads a body in chunks, as HTTP sends it: length in hexadecimal digits on a line, data, an empty line, until length 0.
// INPUT: stdin
// BUG: whether a chunk fits is computed in 8 bits.
// SHOWS: main
// CRASH: f8\r\n0123456789012345678901234567890123456789012345678901234567890123456789
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY = 64 };

int main(void) {
    char line[32];
    char *body = malloc(BODY);
    size_t used = 0;
    if (body == NULL)
        return 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        char *end;
        unsigned long length = strtoul(line, &end, 16);
        if (end == line || (*end != '\r' && *end != '\n' && *end != ';')) {
            puts("bad length");
            break;
        }
        if (length == 0) {
            printf("%zu bytes\n", used);
            break;
        }
        if (length > 255)
            break;
#ifdef FIXED
        if (used + length > BODY)
            break;
#else
        if ((unsigned char)(used + length + 8) > BODY + 8)
            break;
#endif
        for (unsigned long i = 0; i < length; i++) {
            int c = getchar();
            if (c == EOF)
                goto done;
            body[used++] = (char)c;
        }
        if (fgets(line, sizeof line, stdin) == NULL || line[0] != '\r')
            break;
    }
done:
    free(body);
    return 0;
}
