// A picture header of variable-length numbers, bit by bit (Exp-Golomb codes), with a list of reference pictures.
// INPUT: fuzzer
// BUG: the number of references may be one more than the list has places.
// SHOWS: header
// CRASH: \x58\x8f\xff
#include <stddef.h>
#include <stdint.h>

enum { REFERENCES = 6 };

struct bits {
    const uint8_t *data;
    size_t size, at; /* in bits */
};

static unsigned bit(struct bits *bits) {
    if (bits->at >= bits->size)
        return 1;
    unsigned value = bits->data[bits->at / 8] >> (7 - bits->at % 8) & 1;
    bits->at++;
    return value;
}

static unsigned golomb(struct bits *bits) {
    unsigned zeros = 0, value = 0;
    while (bit(bits) == 0 && zeros < 16)
        zeros++;
    for (unsigned i = 0; i < zeros; i++)
        value = value << 1 | bit(bits);
    return (1u << zeros) - 1 + value;
}

static unsigned header(struct bits *bits) {
    unsigned references[REFERENCES];
    unsigned kind = golomb(bits);
    if (kind > 2)
        return 0;
    unsigned width = golomb(bits) + 1, height = golomb(bits) + 1;
    if (width > 64 || height > 64)
        return 0;
    if (kind == 0)
        return width * height;
    unsigned count = golomb(bits);
#ifdef FIXED
    if (count > REFERENCES)
        return 0;
#else
    if (count > REFERENCES + 1)
        return 0;
#endif
    for (unsigned i = 0; i < count; i++)
        references[i] = golomb(bits);
    unsigned sum = width * height;
    for (unsigned i = 0; i < count && i < REFERENCES; i++)
        sum += references[i];
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bits bits = {data, size * 8, 0};
    return header(&bits) == 77 ? 0 : 0;
}
