// A word without a width.
// VERDICT: unsafe
#include <stdio.h>

int main(void) {
    char word[5] = "";
    if (scanf("%s", word) == 1)  // BUG: out-of-bounds-write
        printf("%c\n", word[0]);
    return 0;
}
