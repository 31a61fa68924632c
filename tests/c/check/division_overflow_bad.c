// VERDICT: unsafe
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0)
        return 0;
    int q = a / b; // BUG: division-overflow
    long c = __VERIFIER_nondet_long();
    if (q == 3)
        return c % (b > 0 ? -1L : 2L) != 0; // BUG: division-overflow
    return 0;
}
