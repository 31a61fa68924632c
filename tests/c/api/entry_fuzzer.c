// VERDICT: unsafe
// The entry point of fuzzing harnesses.
// OPTIONS: --entry LLVMFuzzerTestOneInput --ptr-size 4
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 4 && data[0] == 'F' && data[1] == 'U' && data[2] == 'Z' && data[3] == 'Z')
        abort(); // BUG: abort
    return 0;
}
