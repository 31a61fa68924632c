// What waits in a buffer is not in memory yet; what a stream has grown is to be freed; memory that is gone is not read.
// VERDICT: unsafe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char room[8] = "", which;
    klee_make_symbolic(&which, 1, "which");
    if (which == 0) {
        FILE *out = fmemopen(room, sizeof room, "w");
        fputs("a", out);
        assert(room[0] == 'a');  // BUG: assertion-failure
    } else if (which == 1) {
        char *grown;
        size_t length;
        FILE *out = open_memstream(&grown, &length);
        fputs("abc", out);
        fclose(out);
        which = grown[4];  // BUG: out-of-bounds-read
        free(grown);
    } else {
        char *gone = malloc(4);
        gone[0] = 'x';
        FILE *in = fmemopen(gone, 1, "r");
        free(gone);
        fgetc(in);  // BUG: use-after-free
    }
    return 0;
}
