// VERDICT: safe
// A hand-written string search and number formatting on symbolic text.
#include <assert.h>
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    char text[4];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    text[3] = 0;
    int at = -1;
    for (int i = 0; text[i] && at < 0; i++)
        if (text[i] == 'x')
            at = i;
    assert(at < 3);
    assert(at < 0 || text[at] == 'x');
    assert(at <= 0 || text[0] != 'x');

    unsigned char n = __VERIFIER_nondet_uchar();
    char digits[4] = {(char)('0' + n / 100), (char)('0' + n / 10 % 10), (char)('0' + n % 10), 0};
    int value = 0;
    for (int i = 0; digits[i]; i++)
        value = value * 10 + digits[i] - '0';
    assert(value == n);
    return 0;
}
