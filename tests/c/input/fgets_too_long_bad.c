// The buffer is smaller than fgets is told: only a long line shows it.
// VERDICT: unsafe
#include <stdio.h>

int main(void) {
    char line[4] = "";
    if (fgets(line, 6, stdin) != NULL)  // BUG: out-of-bounds-write
        printf("%c\n", line[0]);
    return 0;
}
