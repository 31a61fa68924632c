/* Bytes compressed and back again; then the bytes themselves taken for something compressed. */
#include "minilzo.h"
#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static lzo_align_t memory[LZO1X_1_MEM_COMPRESS / sizeof(lzo_align_t) + 1];
    unsigned char packed[256], back[128];
    lzo_uint length = sizeof packed, again = sizeof back;
    if (size > sizeof back || lzo_init() != LZO_E_OK)
        return 0;
    if (lzo1x_1_compress(data, size, packed, &length, memory) == LZO_E_OK) {
        assert(lzo1x_decompress_safe(packed, length, back, &again, 0) == LZO_E_OK);
        assert(again == size && memcmp(data, back, size) == 0);
    }
    again = sizeof back;
    lzo1x_decompress_safe(data, size, back, &again, 0);
    return 0;
}
