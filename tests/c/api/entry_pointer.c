// VERDICT: unsafe
// A pointer parameter that nothing counts points to --ptr-size bytes of input.
// OPTIONS: --entry parse --ptr-size 8
#include <assert.h>
struct Header {
    unsigned short magic;
    unsigned char version, length;
    unsigned checksum;
};

int parse(const struct Header *header, unsigned last) {
    if (header->magic != 0xcafe || header->version > 2)
        return -1;
    assert(header->checksum != 0x12345678); // BUG: assertion-failure
    const unsigned char *bytes = (const unsigned char *)header;
    if (last < 8)
        return bytes[last];
    return bytes[8]; // BUG: out-of-bounds-read
}
