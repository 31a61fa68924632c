// read gives part of what was asked for; the rest of the buffer stays.
// VERDICT: unsafe
// OPTIONS: --failures none
#include <assert.h>
#include <unistd.h>

int main(void) {
    char bytes[6] = "abcde";
    ssize_t count = read(0, bytes, 4);
    assert(count >= 0 && count <= 4);
    assert(bytes[4] == 'e');
    if (count < 3)
        assert(bytes[3] == 'd' && bytes[2] == 'c');
    assert(count != 2 || bytes[1] != '?');  // BUG: assertion-failure
    return 0;
}
