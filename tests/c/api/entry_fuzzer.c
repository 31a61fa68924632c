// VERDICT: unsafe
// The entry point of fuzzing harnesses: exactly size bytes, after what has to be set up.
// OPTIONS: --entry LLVMFuzzerTestOneInput --ptr-size 4
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    ready = *argc == 1 && (*argv)[0] && !(*argv)[1];
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *d, size_t much) {
    assert(ready && much <= 4);
    if (much == 3)
        return d[2] + d[much]; // BUG: out-of-bounds-read
    if (much == 4 && d[0] == 'F' && d[1] == 'U' && d[2] == 'Z' && d[3] == 'Z')
        abort(); // BUG: abort
    return 0;
}
