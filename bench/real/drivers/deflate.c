/* Bytes compressed by zlib at the level and with the strategy that the first two bytes say. */
#include "zlib.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char out[512];
    z_stream stream = {0};
    if (size < 2 || deflateInit2(&stream, data[0] % 10, Z_DEFLATED, data[1] & 8 ? 9 : -9, 1, data[1] % 5) != Z_OK)
        return 0;
    stream.next_in = (unsigned char *)data + 2;
    stream.avail_in = (uInt)size - 2;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    deflate(&stream, data[1] & 16 ? Z_SYNC_FLUSH : Z_NO_FLUSH);
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return 0;
}
