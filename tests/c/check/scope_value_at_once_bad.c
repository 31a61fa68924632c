// What a variable held in the round before is gone, also where it is read as soon as its scope begins.
// VERDICT: unsafe
// LEVELS: none light
#include <assert.h>

int main(void) {
    int seen[2];
    for (int i = 0; i < 2; i++) {
        int kept;
        seen[i] = kept;
        kept = 7;
    }
    assert(seen[1] == 7); // BUG: assertion-failure
    return 0;
}
