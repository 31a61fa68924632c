// VERDICT: unsafe
// Quotient and remainder, signed and unsigned.
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    switch (x) {
    case 0: return 10 / x; // BUG: division-by-zero
    case 1: return 10 % (x - 1); // BUG: division-by-zero
    case 2: return 10 / u; // BUG: division-by-zero
    case 3: return 10 % u; // BUG: division-by-zero
    default: return 10 / x;
    }
}
