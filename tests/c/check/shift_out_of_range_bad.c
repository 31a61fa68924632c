// VERDICT: unsafe
// Too far, by a negative amount, and on a value promoted to int.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned x = 1;
    if (n >= 0 && n <= 32)
        x <<= n; // BUG: shift-out-of-range
    else if (n < 0 && n > -5)
        x >>= n; // BUG: shift-out-of-range
    else if (n > 40 && n < 70)
        x = (unsigned)(1ul << n); // BUG: shift-out-of-range
    return x == 5;
}
