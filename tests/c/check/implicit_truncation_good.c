// VERDICT: safe
// Bits lost by a cast, and none lost.
// OPTIONS: --checks +implicit-truncation
int __VERIFIER_nondet_int(void);
static unsigned char low(int x) { return (unsigned char)x; }
static int small(short x) { return x; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 250 && n < 260)
        return low(n) == 177;
    if (n > 30000 && n < 32768)
        return small(n) == 77;
    signed char c = 0;
    if (n == 30)
        c = n;
    return c & 0;
}
