// VERDICT: unsafe
// Into and beyond the sign bit, and of a negative value.
// OPTIONS: --checks +left-shift-overflow
int __VERIFIER_nondet_int(void);
static volatile int sink;

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 4)
        sink = n << 30; // BUG: left-shift-overflow
    if (n < 0 && n > -4)
        sink = n << 1; // BUG: left-shift-overflow
    if (n >= 0 && n < 32)
        sink = 3 << n; // BUG: left-shift-overflow
    return 0;
}
