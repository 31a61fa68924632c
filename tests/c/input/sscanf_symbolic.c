// A number in symbolic text, without a path for each of its digits.
// VERDICT: unsafe
// PATHS: 3
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
