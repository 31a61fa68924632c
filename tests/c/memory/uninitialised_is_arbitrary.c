// VERDICT: unsafe
// Uninitialised bytes may be anything: no verdict rests on what happens to be there.
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile int local[2];
    local[0] = 1;
    assert(local[1] != 12345); // BUG: assertion-failure
    int *block = malloc(8);
    if (!block)
        return 0;
    block[0] = 5;
    assert(block[1] == 0); // BUG: assertion-failure
    assert(block[0] == 5);
    int copy = block[1];
    assert(copy == block[1]);
    free(block);
    return 0;
}
