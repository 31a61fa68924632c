/* Bytes compressed and back again; then the bytes themselves taken for something compressed. */
#include "lzf.h"
#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char packed[256], back[128];
    if (size < 4 || size > sizeof back)
        return 0;
    unsigned length = lzf_compress(data, (unsigned)size, packed, sizeof packed);
    if (length > 0)
        assert(lzf_decompress(packed, length, back, sizeof back) == size && memcmp(data, back, size) == 0);
    lzf_decompress(data, (unsigned)size, back, sizeof back);
    return 0;
}
