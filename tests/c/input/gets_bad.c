// gets cannot be used safely.
// VERDICT: unsafe
#include <stdio.h>

char *gets(char *to);

int main(void) {
    char line[4] = "";
    gets(line);  // BUG: out-of-bounds-write
    return line[0];
}
