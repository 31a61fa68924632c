// VERDICT: unsafe
// Endless recursion for one input.
unsigned char __VERIFIER_nondet_uchar(void);
static volatile int sink;

static int count_down(int n) {
    if (n == 0)
        return 0;
    sink = n;
    return 1 + count_down(n - 2); // BUG: stack-exhaustion
}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n <= 5)
        return count_down(n);
    return 0;
}
