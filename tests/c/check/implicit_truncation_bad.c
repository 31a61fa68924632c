// VERDICT: unsafe
// Bits lost without a cast: an assignment, an argument, a return.
// OPTIONS: --checks +implicit-truncation
int __VERIFIER_nondet_int(void);
static unsigned char low(int x) {
    return x; // BUG: implicit-truncation
}
static int small(short x) { return x; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 250 && n < 260)
        return low(n) == 77;
    if (n > 30000 && n < 40000)
        return small(n) == 77; // BUG: implicit-truncation
    signed char c = 0;
    if (n == 300)
        c = n; // BUG: implicit-truncation
    return c & 0;
}
