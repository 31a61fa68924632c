/* Primality by trial division, the remainders by repeated subtraction: all conditions are linear in one number. */
int __VERIFIER_nondet_int(void);

#ifndef LIMIT
#define LIMIT 1000
#endif

static int remainder_of(int n, int d) {
    while (n >= d)
        n -= d;
    return n;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n >= LIMIT)
        return 2;
    for (int d = 2; d * d <= n; d++)
        if (remainder_of(n, d) == 0)
            return 1;
    return 0;
}
