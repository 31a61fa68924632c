// A number in symbolic text: a path for each length of the line and each place where the number ends, none for its digits.
// VERDICT: unsafe
// PATHS: 32
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[9] = "";
    int x;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    if (sscanf(line, "%d", &x) != 1)
        return 1;
    assert(x != -4711);  // BUG: assertion-failure
    return 0;
}
