// read may fail: -1 is no index.
// VERDICT: unsafe
#include <unistd.h>

int main(void) {
    char line[8];
    ssize_t count = read(0, line, sizeof line - 1);
    line[count] = 0; // BUG: out-of-bounds-write
    return 0;
}
