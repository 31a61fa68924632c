// VERDICT: safe
// A cursor over a constant text, compared with literals.
#include "nb.h"

int main(void) {
    static const char text[] = "let x = 12;";
    const char *at = text;
    int digits = 0;
    for (int i = 0; i < 5; i++) {
        if (nb())
            at += 1;
        else
            at += 2;
        if (*at >= '0' && *at <= '9')
            digits++;
    }
    assert(digits <= 2);
    return 0;
}
