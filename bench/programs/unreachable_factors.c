/* Choosing where most alternatives are infeasible and one block is never reached: no number below a thousand has more
 * than nine prime factors. Division is by repeated addition, so conditions are linear. */
int __VERIFIER_nondet_int(void);
int puts(const char *text);

enum { LIMIT = 1000, MOST = 9 };

/* The quotient if the division leaves nothing, else 0. */
static int divided(int n, int d) {
    int count = 0;
    for (; n > 0; n -= d)
        count++;
    return n == 0 ? count : 0;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n >= LIMIT)
        return -1;
    int factors = 0;
    for (int d = 2; d * d <= n; d++) {
        for (int rest = divided(n, d); rest; rest = divided(n, d)) {
            n = rest;
            factors++;
        }
    }
    if (n > 1)
        factors++;
    if (factors > MOST)
        puts("too many");
    return factors;
}
