// Decodes text with a Huffman code: sixteen lengths of four bits, then the bits.
// INPUT: fuzzer
// BUG: lengths that give more codes than there are make the table run over.
// SHOWS: fill_table
// CRASH: \x11\x10\x00\x00\x00\x00\x00\x00\xff
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SYMBOLS = 16, MOST = 5 };

struct entry {
    uint8_t symbol, length;
};

/* All entries that start with the code of a symbol; the next free one. */
static unsigned fill_table(struct entry *table, unsigned next, unsigned symbol, unsigned length) {
    unsigned count = 1u << (MOST - length);
#ifdef FIXED
    if (next + count > 1u << MOST)
        return 1u << MOST;
#endif
    for (unsigned i = 0; i < count; i++) {
        table[next + i].symbol = (uint8_t)symbol;
        table[next + i].length = (uint8_t)length;
    }
    return next + count;
}

static unsigned decode(const struct entry *table, const uint8_t *data, size_t size) {
    unsigned bits = 0, have = 0, sum = 0;
    size_t at = 0;
    for (;;) {
        while (have < MOST && at < size) {
            bits = (bits << 8 | data[at++]) & 0xffff;
            have += 8;
        }
        if (have < MOST)
            return sum;
        struct entry entry = table[bits >> (have - MOST) & ((1u << MOST) - 1)];
        if (entry.length == 0)
            return sum;
        have -= entry.length;
        sum = sum * 7 + entry.symbol;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t lengths[SYMBOLS];
    if (size < SYMBOLS / 2 + 1)
        return 0;
    for (size_t i = 0; i < SYMBOLS / 2; i++) {
        lengths[2 * i] = data[i] >> 4;
        lengths[2 * i + 1] = data[i] & 15;
    }
    for (int i = 0; i < SYMBOLS; i++)
        if (lengths[i] > MOST)
            return 0;
    struct entry *table = calloc(1u << MOST, sizeof *table);
    if (table == NULL)
        return 0;
    unsigned next = 0;
    for (unsigned length = 1; length <= MOST; length++)
        for (unsigned symbol = 0; symbol < SYMBOLS; symbol++)
            if (lengths[symbol] == length)
                next = fill_table(table, next, symbol, length);
    decode(table, data + SYMBOLS / 2, size - SYMBOLS / 2);
    free(table);
    return 0;
}
