// VERDICT: safe
// A pointer next to an integer called size names exactly so many bytes.
// OPTIONS: --entry checksum --ptr-size 6
#include <stddef.h>
#include <stdint.h>

unsigned checksum(const uint8_t *data, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + data[i];
    return size ? sum + data[size - 1] : sum;
}
