// Frames between flag bytes with escapes, and an Internet checksum over each.
// INPUT: fuzzer
// BUG: an escaped byte is stored without looking at the room that is left in the frame.
// SHOWS: LLVMFuzzerTestOneInput
// CRASH: ~abcdefghijklmnop}q~
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { FLAG = '~', ESCAPE = '}', FRAME = 16 };

static unsigned checksum(const uint8_t *frame, size_t n) {
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += i % 2 == 0 ? (unsigned)frame[i] << 8 : frame[i];
    while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *frame = malloc(FRAME);
    size_t used = 0;
    int inside = 0, escaped = 0, good = 0;
    if (frame == NULL)
        return 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = data[i];
        if (c == FLAG) {
            if (inside && used > 2 && checksum(frame, used) == 0)
                good++;
            inside = 1;
            escaped = 0;
            used = 0;
        } else if (!inside) {
            continue;
        } else if (escaped) {
#ifdef FIXED
            if (used == FRAME) {
                inside = 0;
                continue;
            }
#endif
            frame[used++] = c ^ 32;
            escaped = 0;
        } else if (c == ESCAPE) {
            escaped = 1;
        } else if (used < FRAME) {
            frame[used++] = c;
        } else {
            inside = 0;
        }
    }
    free(frame);
    return good < 0;
}
