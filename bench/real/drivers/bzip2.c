/* Bytes compressed and back again; then the bytes themselves taken for something compressed, behind its first four bytes. */
#include "bzlib.h"
#include <assert.h>
#include <string.h>

void bz_internal_error(int number) { assert(number == 0); }

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char packed[1024], back[256] = "BZh1";
    unsigned length = sizeof packed, again = sizeof back;
    if (size > 128)
        return 0;
    memcpy(back + 4, data, size);
    if (size > 0 && data[0] & 1) {
        BZ2_bzBuffToBuffDecompress(packed, &length, back, (unsigned)size + 4, data[0] & 2, 0);
    } else if (BZ2_bzBuffToBuffCompress(packed, &length, (char *)data, (unsigned)size, 1, 0, 0) == BZ_OK) {
        assert(BZ2_bzBuffToBuffDecompress(back, &again, packed, length, 0, 0) == BZ_OK);
        assert(again == size && memcmp(data, back, size) == 0);
    }
    return 0;
}
