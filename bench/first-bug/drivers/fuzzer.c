/* Standard input handed to LLVMFuzzerTestOneInput, for AFL++ and to run a stored input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(void) {
    static uint8_t buffer[1 << 16];
    size_t size = fread(buffer, 1, sizeof buffer, stdin);
    uint8_t *data = malloc(size); /* as long as the input, so that every byte behind it is seen */
    memcpy(data, buffer, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}
