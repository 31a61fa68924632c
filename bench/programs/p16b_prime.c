/* Primality by trial division: each candidate adds a remainder of the same number to the path condition. */
unsigned __VERIFIER_nondet_uint(void);

#ifndef LIMIT
#define LIMIT 40000
#endif

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n >= LIMIT)
        return 2;
    for (unsigned d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 1;
    return 0;
}
