// VERDICT: unsafe
// One byte behind the last is outside, even where --ptr-size would have room for it.
// OPTIONS: --entry checksum --ptr-size 6
#include <stddef.h>
#include <stdint.h>

unsigned checksum(const uint8_t *data, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i <= size; i++)
        sum = sum * 31 + data[i]; // BUG: out-of-bounds-read
    return sum;
}
