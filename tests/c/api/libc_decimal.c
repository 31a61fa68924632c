// Text to floating point is exact where it is known, and one number for each text where it is not.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
void klee_make_symbolic(void *address, size_t size, const char *name);
void klee_assume(size_t condition);

int main(void) {
    char *end;
    assert(strtod("2.5e3x", &end) == 2500.0 && *end == 'x');
    assert(strtod(" -0x1.8p1", NULL) == -3.0 && strtof("1e-50", NULL) == 0 && errno == ERANGE);
    assert(strtod("9007199254740993", NULL) == 9007199254740992.0);
    assert(strtod("1e400", NULL) > 1e308 && strtold("0.5", NULL) == 0.5L);
    assert(strtod("nan(1)", &end) != 0 && *end == 0);
    assert(strtod("+", &end) == 0 && *end == '+');
    int exponent;
    assert(frexp(-6.0, &exponent) == -0.75 && exponent == 3 && ldexp(0.75, 3) == 6.0);
    double whole;
    assert(modf(-2.25, &whole) == -0.25 && whole == -2.0 && lround(-2.5) == -3 && lrint(-2.5) == -2);
    assert(nextafter(1.0, 2.0) > 1.0 && ilogb(8.5) == 3);
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume((unsigned)text[0] - '0' < 10 & (unsigned)text[1] - '0' < 10);
    text[2] = 0;
    double value = strtod(text, &end);
    assert(end == text + 2 && value == (text[0] - '0') * 10 + (text[1] - '0'));
    return 0;
}
