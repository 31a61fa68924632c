/* Bytes taken for a picture in the format PNG, checksums not compared. */
#include "lodepng.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    unsigned char *pixels = 0;
    unsigned width = 0, height = 0;
    LodePNGState state;
    lodepng_state_init(&state);
    state.decoder.ignore_crc = 1;
    state.decoder.zlibsettings.ignore_adler32 = 1;
    if (lodepng_inspect(&width, &height, &state, data, size) == 0 && width <= 64 && height <= 64)
        lodepng_decode(&pixels, &width, &height, &state, data, size);
    free(pixels);
    lodepng_state_cleanup(&state);
    return 0;
}
