/* Roots of a quadratic, with every degenerate case. */
double __VERIFIER_nondet_double(void);

static double root(double x) {
    if (x <= 0.0)
        return 0.0;
    double guess = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 6; i++)
        guess = 0.5 * (guess + x / guess);
    return guess;
}

static int quadratic(double a, double b, double c, double *first, double *second) {
    if (a == 0.0) {
        if (b == 0.0)
            return c == 0.0 ? 1 : 2;
        *first = -c / b;
        return 3;
    }
    double discriminant = b * b - 4.0 * a * c;
    if (discriminant > 0.0) {
        if (b == 0.0) {
            double r = root(-c / a);
            *first = -r;
            *second = r;
            return 4;
        }
        double sign = b > 0.0 ? 1.0 : -1.0;
        double t = -0.5 * (b + sign * root(discriminant));
        double r1 = t / a, r2 = c / t;
        if (r1 < r2) {
            *first = r1;
            *second = r2;
        } else {
            *first = r2;
            *second = r1;
        }
        return 5;
    }
    if (discriminant == 0.0) {
        *first = *second = -0.5 * b / a;
        return 6;
    }
    return discriminant < -1e6 ? 7 : 8;
}

int main(void) {
    double first = 0.0, second = 0.0;
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = __VERIFIER_nondet_double();
    int kind = quadratic(a, b, c, &first, &second);
    if (kind == 6 && first == 2.0)
        return 20;
    if (kind == 5 && first == 1.0)
        return 21;
    if (kind == 3 && first > 1e6)
        return 22;
    return kind;
}
