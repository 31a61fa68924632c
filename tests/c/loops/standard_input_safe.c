// Lines of standard input, however many there are.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"
#include <stdio.h>

int main(void) {
    int c, quoted = 0;
    while ((c = getchar()) != EOF) {
        if (c == '"')
            quoted = !quoted;
        assert(c >= 0 && c <= 255);
        assert(quoted == 0 || quoted == 1);
    }
    return 0;
}
