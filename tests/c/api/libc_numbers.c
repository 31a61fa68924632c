// VERDICT: unsafe
// Numbers from symbolic text.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    int n = atoi(text);
    assert(n >= -99 && n <= 999);
    assert(n != 407); // BUG: assertion-failure
    if (isdigit((unsigned char)text[0]) && text[1] == 0)
        assert(n == text[0] - '0');
    char *end;
    errno = 0;
    assert(strtol("99999999999999999999", &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
    assert(strtoul("0x1fg", &end, 0) == 31 && *end == 'g');
    assert(strtol("-0777", NULL, 0) == -511);
    assert(toupper('q') == 'Q' && tolower('Q') == 'q' && isspace('\t') && !isalpha('1'));
    return 0;
}
