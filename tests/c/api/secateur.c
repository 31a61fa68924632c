// VERDICT: unsafe
// Our own prefix.
#include <secateur.h>

int main(void) {
    int x, n = secateur_range(1, 4, "n");
    secateur_make_symbolic(&x, sizeof x, "x");
    secateur_assume(x > 7);
    secateur_assert(x != 7 && n >= 1 && n <= 3);
    secateur_assert(secateur_is_symbolic(x));
    if (n == 2)
        secateur_silent_exit(0);
    secateur_assert(x * n != 24); // BUG: assertion-failure
    return 0;
}
