/* Bytes compressed and back again; then the bytes themselves taken for something compressed. */
#include "lz4.h"
#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char packed[256], back[128];
    if (size > sizeof back)
        return 0;
    int length = LZ4_compress_default((const char *)data, packed, (int)size, sizeof packed);
    assert(LZ4_decompress_safe(packed, back, length, sizeof back) == (int)size && memcmp(data, back, size) == 0);
    LZ4_decompress_safe((const char *)data, back, (int)size, sizeof back);
    return 0;
}
