// Of a large block a few bytes are there, or many, or all.
// VERDICT: unsafe
// OPTIONS: --failures none
#include <assert.h>
#include <unistd.h>

int main(void) {
    static char bytes[2000];
    ssize_t count = read(0, bytes, sizeof bytes);
    assert(count >= 0 && count <= 2000);
    assert(count != 0);                        // BUG: assertion-failure
    assert(count != 3 || bytes[2] != 'c');     // BUG: assertion-failure
    assert(count != 64);                       // BUG: assertion-failure
    assert(count != 65);                       // BUG: assertion-failure
    assert(count != 1999 || bytes[70] != 'x'); // BUG: assertion-failure
    assert(count != 2000);                     // BUG: assertion-failure
    assert(count >= 64 || bytes[64] == 0);
    return 0;
}
