// What scanf takes of text that begins like a floating-point number, as glibc does it: never back by more than one character.
// VERDICT: safe
// PATHS: 1
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void takes(const char *text, int found, double value, const char *left) {
    double number = 7;
    char rest[10] = "";
    assert(sscanf(text, "%lf", &number) == found && number == value);
    if (found == 1) {
        sscanf(text, "%lf%9[^;]", &number, rest);
        assert(strcmp(rest, left) == 0);
    }
}

int main(void) {
    takes("1e 2", 1, 1, " 2");
    takes("1e+x", 1, 1, "x");
    takes("0x", 0, 7, "");
    takes("0xg", 0, 7, "");
    takes("0x1p", 1, 1, "");
    takes("infin", 0, 7, "");
    takes("infx", 1, 1.0 / 0.0, "x");
    takes("1.5p3", 1, 1.5, "p3");
    takes(".e1", 0, 7, "");
    takes("-.5-", 1, -0.5, "-");
    return 0;
}
