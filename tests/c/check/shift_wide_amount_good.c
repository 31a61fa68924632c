// VERDICT: safe
// A wide amount that is small.
long long __VERIFIER_nondet_longlong(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned u = __VERIFIER_nondet_uint();
    long long n = __VERIFIER_nondet_longlong();
    if (u == 1)
        return u >> 31LL;
    if (n >= 0 && n < 32)
        return (u << n) == 7;
    return 0;
}
