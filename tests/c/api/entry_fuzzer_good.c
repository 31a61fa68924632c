// VERDICT: safe
// A harness that stays inside its data.
// OPTIONS: --entry LLVMFuzzerTestOneInput --ptr-size 5
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t copy[8];
    if (size < 2 || data[0] != size)
        return 0;
    memcpy(copy, data, size);
    return copy[data[0] - 1];
}
