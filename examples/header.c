/* A function without main: a parser for a small packet header.
 *
 *     secateur run header.c --entry parse_packet --ptr-size 12
 *
 * Shows: --entry makes every parameter an input; a pointer points to --ptr-size bytes of input. The length in the
 * packet is trusted, so the checksum loop reads past the 12 bytes there are (exit status 10).
 */
#include <stddef.h>
#include <stdint.h>

struct Header {
    uint16_t magic;
    uint8_t version;
    uint8_t length; /* of the payload that follows */
};

enum { MAGIC = 0x5ec7, OK = 0, BAD_MAGIC = -1, BAD_VERSION = -2, BAD_CHECKSUM = -3 };

int parse_packet(const uint8_t *packet) {
    const struct Header *header = (const struct Header *)packet;
    if (header->magic != MAGIC)
        return BAD_MAGIC;
    if (header->version != 1 && header->version != 2)
        return BAD_VERSION;

    const uint8_t *payload = packet + sizeof *header;
    uint8_t sum = 0;
    for (size_t i = 0; i < header->length; i++)
        sum ^= payload[i];
    return sum == 0 ? OK : BAD_CHECKSUM;
}
