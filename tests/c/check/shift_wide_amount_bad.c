// VERDICT: unsafe
// The amount is wider than the value: its low bits alone would do.
long long __VERIFIER_nondet_longlong(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long long n = __VERIFIER_nondet_longlong();
    if (u == 1)
        return u >> 4294967296LL; // BUG: shift-out-of-range
    if (n % 4294967296LL == 0 && n > 5)
        return u << n; // BUG: shift-out-of-range
    return 0;
}
