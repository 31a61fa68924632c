// A number of bytes far above the buffer's is wrong only for a line that is too long.
// VERDICT: unsafe
#include <limits.h>
#include <stdio.h>

int main(void) {
    char line[4] = "";
    if (fgets(line, INT_MAX, stdin) != NULL)  // BUG: out-of-bounds-write
        printf("%c\n", line[0]);
    return 0;
}
