// VERDICT: safe
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    if (u == 0)
        u = 1;
    int quotient = x > 0 ? 10 / x : 0;
    double zero = 0.0;
    double infinite = 1.0 / zero;
    return quotient + 10 % u + (infinite > 1);
}
