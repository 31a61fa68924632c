// Decodes the name of a DNS question, with compression pointers into the message.
// INPUT: fuzzer
// BUG: a pointer that leads back to its own name appends labels until the buffer is full.
// SHOWS: name
// CRASH: \x12\x34\x01\x00\x00\x01\x03abc\xc0\x06
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HEADER = 6, NAME = 32, HOPS = 16 };

/* The length of the name, or -1. */
static int name(const uint8_t *message, size_t size, size_t at, char *to) {
    int used = 0, hops = 0;
    while (at < size) {
        unsigned length = message[at++];
        if (length == 0) {
            to[used] = 0;
            return used;
        }
        if (length >= 0xc0) {
            if (at == size || ++hops > HOPS)
                return -1;
            at = (length & 0x3fu) << 8 | message[at];
            continue;
        }
        if (length > 63 || length > size - at)
            return -1;
#ifdef FIXED
        if (used + (int)length + 1 >= NAME)
            return -1;
#else
        if ((int)length + 1 >= NAME)
            return -1;
#endif
        if (used > 0)
            to[used++] = '.';
        memcpy(to + used, message + at, length);
        used += (int)length;
        at += length;
    }
    return -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[NAME];
    if (size < HEADER + 1)
        return 0;
    unsigned flags = (unsigned)data[2] << 8 | data[3], questions = (unsigned)data[4] << 8 | data[5];
    if ((flags & 0x8000) != 0 || questions != 1)
        return 0;
    if (name(data, size, HEADER, text) > 0 && strcmp(text, "local") == 0)
        return 0;
    return 0;
}
