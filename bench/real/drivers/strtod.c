/* Text taken for a number by musl's strtod, in the three formats. */
#include "stdio_impl.h"
#include "floatscan.c"
#include "shgetc.c"

int __uflow(FILE *file) {
    (void)file;
    return EOF;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    FILE file = {0};
    if (size == 0)
        return 0;
    file.buf = file.rpos = (unsigned char *)data + 1;
    file.rend = (unsigned char *)data + size;
    shlim(&file, 0);
    return __floatscan(&file, data[0] % 3, 1) > 7;
}
