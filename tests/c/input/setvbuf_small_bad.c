// A stream is told of more room than its buffer has.
// VERDICT: unsafe
#include <stdio.h>

int main(void) {
    static char buffer[100];
    setvbuf(stdout, buffer, _IOFBF, 101); // BUG: out-of-bounds-read
    return 0;
}
