/* Factorisation by trial division, with division by repeated addition: all conditions are linear in one number. */
int __VERIFIER_nondet_int(void);

#ifndef LIMIT
#define LIMIT 1000
#endif

/* The quotient if the division leaves nothing, else 0. */
static int quotient(int n, int d) {
    int product = d, count = 1;
    while (product < n) {
        product += d;
        count++;
    }
    return product == n ? count : 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n >= LIMIT)
        return -1;
    int factors = 0, largest = 1;
    for (int d = 2; d * d <= n; d++) {
        for (int rest = quotient(n, d); rest; rest = quotient(n, d)) {
            n = rest;
            factors++;
            largest = d;
        }
    }
    if (n > 1) {
        factors++;
        largest = n;
    }
    return factors == 1 ? 0 : largest == 2 ? 1 : 2;
}
