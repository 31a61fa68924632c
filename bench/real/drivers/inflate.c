/* Bytes taken for a stream of zlib, gzip or neither, as the first byte says. */
#include "zlib.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static const int windows[] = {47, -15, 31, 15};
    unsigned char out[512];
    z_stream stream = {0};
    if (size == 0 || inflateInit2(&stream, windows[data[0] & 3]) != Z_OK)
        return 0;
    stream.next_in = (unsigned char *)data + 1;
    stream.avail_in = (uInt)size - 1;
    do {
        stream.next_out = out;
        stream.avail_out = sizeof out;
    } while (inflate(&stream, Z_NO_FLUSH) == Z_OK && stream.avail_out == 0);
    inflateEnd(&stream);
    return 0;
}
