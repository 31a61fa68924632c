// Streams in memory: what is written is there after a flush, what is read are the program's own bytes.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[4], room[6] = "?????";
    klee_make_symbolic(text, sizeof text, "text");
    FILE *in = fmemopen(text, sizeof text, "r");
    assert(in && fileno(in) == -1 && errno == EBADF);
    for (int i = 0; i < 4; i++)
        assert(fgetc(in) == (unsigned char)text[i]);
    assert(fgetc(in) == EOF && feof(in));
    fclose(in);

    FILE *out = fmemopen(room, sizeof room, "w");
    fprintf(out, "%d", text[0] & 7);
    assert(room[0] == '?');
    assert(fflush(out) == 0 && room[0] == '0' + (text[0] & 7) && room[1] == 0 && room[2] == '?');
    fputs("12345678", out);
    assert(fclose(out) == EOF && strcmp(room + 1, "1234") == 0);

    char *grown;
    size_t length;
    FILE *more = open_memstream(&grown, &length);
    assert(more);
    fputc(text[1], more);
    fprintf(more, "%s", "abc");
    length = 77;
    assert(fflush(NULL) == 0 && length == 77);
    fflush(more);
    assert(length == 4 && grown[0] == text[1] && strcmp(grown + 1, "abc") == 0);
    fputs("d", more);
    assert(fclose(more) == 0 && length == 5 && grown[4] == 'd' && grown[5] == 0);
    free(grown);
    return 0;
}
