// VERDICT: safe
// Reads at symbolic offsets: tables, several widths, overlapping, aligned or not.
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * i);
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 12);
    assert(bytes[i] == (unsigned char)(i * i));
    unsigned short pair;
    memcpy(&pair, bytes + i, 2);
    assert((pair & 255) == bytes[i] && pair >> 8 == bytes[i + 1]);
    unsigned word;
    memcpy(&word, bytes + i, 4);
    assert(word >> 24 == bytes[i + 3]);
    if (bytes[i] == 49)
        assert(i == 7);
    unsigned j = bytes[i] & 15;
    assert(bytes[j] == (unsigned char)(j * j));
    return 0;
}
