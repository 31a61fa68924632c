/* Exponential integral E1(x): a series for small arguments, a continued fraction for large ones. */
double __VERIFIER_nondet_double(void);

static double e1(double x, int *status) {
    *status = 0;
    if (x != x) {
        *status = 1;
        return 0.0;
    }
    if (x <= 0.0) {
        *status = x == 0.0 ? 2 : 3;
        return 0.0;
    }
    if (x > 700.0) {
        *status = 4;
        return 0.0;
    }
    if (x < 1.0) {
        double sum = 0.0, term = 1.0;
        int n = 1;
        for (; n <= 30; n++) {
            term *= -x / n;
            double part = term / n;
            sum -= part;
            if (part < 1e-12 && part > -1e-12)
                break;
        }
        if (n > 20)
            *status = 5;
        if (x < 1e-8)
            *status = 6;
        return sum;
    }
    double b = x + 1.0, c = 1e30, d = 1.0 / b, h = d;
    for (int i = 1; i <= 40; i++) {
        double a = -1.0 * i * i;
        b += 2.0;
        d = 1.0 / (a * d + b);
        c = b + a / c;
        double delta = c * d;
        h *= delta;
        if (delta - 1.0 < 1e-10 && 1.0 - delta < 1e-10) {
            if (i < 4)
                *status = 7;
            return h;
        }
    }
    *status = 8;
    return h;
}

int main(void) {
    double x = __VERIFIER_nondet_double();
    int status;
    double y = e1(x, &status);
    if (status == 0 && y > 0.2 && y < 0.25)
        return 10;
    if (status == 6 && y < 1e-9)
        return 11;
    return status;
}
