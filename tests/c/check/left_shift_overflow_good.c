// VERDICT: safe
// What fits, and unsigned values.
// OPTIONS: --checks +left-shift-overflow
int __VERIFIER_nondet_int(void);
static volatile int sink;

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 0 && n < 4)
        sink = n << 29;
    if (n < 0 && n > -4)
        sink = (int)((unsigned)n << 1);
    if (n >= 0 && n < 30)
        sink = 3 << n;
    return 0;
}
