// Distances inside an object are no matter of layout, however many objects there are.
// VERDICT: safe
// PATHS: 1
#include <assert.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 20; i++) {
        int *block = malloc(16), *end = block + 4;
        if (!block)
            return 0;
        assert(end - block == 4 && (char *)end - (char *)(block + 1) == 12);
    }
    return 0;
}
