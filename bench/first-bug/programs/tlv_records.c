// Records of type, length and value; type 3 contains records itself, type 1 is a number, type 2 a name.
// INPUT: fuzzer
// BUG: the length of a number inside a nested record is compared with the outer record only.
// SHOWS: number
// CRASH: \x03\x02\x01\x04
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct totals {
    unsigned numbers, names, sum;
};

static unsigned number(const uint8_t *value, size_t n) {
    unsigned result = 0;
    for (size_t i = 0; i < n; i++)
        result = result << 8 | value[i];
    return result;
}

static int records(struct totals *totals, const uint8_t *data, size_t size, int depth) {
    size_t at = 0;
    while (at + 2 <= size) {
        unsigned type = data[at], length = data[at + 1];
        at += 2;
#ifdef FIXED
        if (length > size - at)
            return 0;
#else
        if (length > size - at && (depth == 0 || type != 1))
            return 0;
#endif
        const uint8_t *value = data + at;
        switch (type) {
        case 1:
            if (length != 1 && length != 2 && length != 4)
                return 0;
            totals->sum += number(value, length);
            totals->numbers++;
            break;
        case 2:
            if (memchr(value, 0, length) != NULL)
                return 0;
            totals->names++;
            break;
        case 3:
            if (depth == 3 || !records(totals, value, length, depth + 1))
                return 0;
            break;
        default: return 0;
        }
        at += length;
    }
    return at == size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct totals totals = {0, 0, 0};
    records(&totals, data, size, 0);
    return 0;
}
