/* Associated Legendre functions: order and degree checked, recurrences, the ends of the interval. */
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

static int legendre(int l, int m, double x, double *result) {
    if (m < 0)
        return 1;
    if (l < m)
        return 2;
    if (x < -1.0 || x > 1.0)
        return 3;
    if (x != x)
        return 4;
    if (l > 60)
        return 5;
    double start = 1.0;
    if (m > 0) {
        double s = (1.0 - x) * (1.0 + x), odd = 1.0;
        if (s < 1e-14) {
            *result = 0.0;
            return x > 0.0 ? 6 : 7;
        }
        for (int i = 0; i < m && i < 10; i++) {
            start *= -odd * s;
            odd += 2.0;
        }
    } else if (x == 1.0) {
        *result = 1.0;
        return 8;
    } else if (x == -1.0) {
        *result = l % 2 ? -1.0 : 1.0;
        return 9;
    }
    if (l == m) {
        *result = start;
        return 10;
    }
    double before = start, here = x * (2 * m + 1) * start;
    for (int k = m + 2; k <= l; k++) {
        double next = (x * (2 * k - 1) * here - (k + m - 1) * before) / (k - m);
        before = here;
        here = next;
        if (here > 1e6 || here < -1e6)
            return 11;
    }
    *result = here;
    return l == m + 1 ? 12 : 13;
}

int main(void) {
    double y = 0.0;
    int l = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    double x = __VERIFIER_nondet_double();
    int status = legendre(l, m, x, &y);
    if (status == 13 && y == 0.0)
        return 20;
    if (status == 13 && y > 0.99)
        return 21;
    if (status == 12 && m == 7)
        return 22;
    return status;
}
