/* Factorisation by trial division: remainders and quotients of one number. */
unsigned __VERIFIER_nondet_uint(void);

#ifndef LIMIT
#define LIMIT 20000
#endif

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n >= LIMIT)
        return -1;
    unsigned factors = 0, largest = 1;
    for (unsigned d = 2; d * d <= n; d++) {
        while (n % d == 0) {
            n /= d;
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
