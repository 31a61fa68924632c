/* Bessel functions of integer order by recurrence: upward where it is stable, downward where it is not. */
double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

static double by_series(double x) {
    double term = 1.0, sum = 1.0, q = -x * x / 4.0;
    for (int k = 1; k < 12; k++) {
        term *= q / (k * k);
        sum += term;
        if (term < 1e-15 && term > -1e-15)
            return sum;
    }
    return sum;
}

static int bessel(int n, double x, double *result) {
    int sign = 1;
    if (x != x)
        return 1;
    if (n < 0) {
        n = -n;
        if (n < 0)
            return 2;
        if (n % 2)
            sign = -sign;
    }
    if (x < 0.0) {
        x = -x;
        if (n % 2)
            sign = -sign;
    }
    if (n > 100)
        return 3;
    if (x > 1e4)
        return 4;
    if (x == 0.0) {
        *result = n == 0 ? 1.0 : 0.0;
        return 0;
    }
    if (n == 0 && x < 2.0) {
        *result = sign * by_series(x);
        return 0;
    }
    if (x > n) {
        double low = 0.3, high = 0.2;
        for (int k = 1; k < n; k++) {
            double next = 2.0 * k / x * high - low;
            low = high;
            high = next;
            if (high > 1e10)
                return 5;
        }
        *result = sign * high;
        return high < 0.0 ? 6 : 0;
    }
    double above = 0.0, here = 1e-30;
    int scaled = 0;
    for (int k = n + 8; k > n; k--) {
        double below = 2.0 * k / x * here - above;
        above = here;
        here = below;
        if (here > 1e10 || here < -1e10) {
            here *= 1e-10;
            above *= 1e-10;
            scaled++;
        }
    }
    *result = sign * here;
    return scaled > 2 ? 7 : 8;
}

int main(void) {
    double result = 0.0;
    int n = __VERIFIER_nondet_int();
    double x = __VERIFIER_nondet_double();
    int status = bessel(n, x, &result);
    if (status == 0 && n == 3 && result > 0.05)
        return 20;
    if (status == 8 && n > 40)
        return 21;
    return status;
}
