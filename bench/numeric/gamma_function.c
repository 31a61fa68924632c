/* The logarithm of the gamma function: reflection, shifts, Stirling's series, poles. */
double __VERIFIER_nondet_double(void);

static double logarithm(double x) {
    int exponent = 0;
    while (x > 2.0) {
        x *= 0.5;
        exponent++;
    }
    while (x < 1.0) {
        x *= 2.0;
        exponent--;
    }
    double t = (x - 1.0) / (x + 1.0), s = t * t;
    return 2.0 * t * (1.0 + s * (1.0 / 3.0 + s * (0.2 + s / 7.0))) + 0.693147180559945 * exponent;
}

static int log_gamma(double x, double *result) {
    if (x != x)
        return 1;
    if (x > 1e300)
        return 2;
    if (x <= 0.0) {
        if (x < -170.0)
            return 3;
        if (x == (double)(long)x)
            return 4;
        double up = 1.0;
        int steps = 0;
        while (x < 1.0 && steps < 8) {
            up *= x;
            x += 1.0;
            steps++;
        }
        if (x < 1.0)
            return 5;
        *result = -logarithm(up < 0.0 ? -up : up);
        return up < 0.0 ? 6 : 7;
    }
    if (x < 1e-5) {
        *result = -logarithm(x);
        return 8;
    }
    if (x == 1.0 || x == 2.0) {
        *result = 0.0;
        return 0;
    }
    double shift = 0.0;
    int steps = 0;
    while (x < 7.0) {
        shift += logarithm(x);
        x += 1.0;
        steps++;
    }
    double inverse = 1.0 / x, square = inverse * inverse;
    double series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square / 1260.0));
    *result = (x - 0.5) * logarithm(x) - x + 0.918938533204673 + series - shift;
    if (steps == 0)
        return x > 100.0 ? 9 : 10;
    return *result < 0.0 ? 11 : 12;
}

int main(void) {
    double y = 0.0;
    double x = __VERIFIER_nondet_double();
    int status = log_gamma(x, &y);
    if (status == 12 && y > 4.78 && y < 4.79)
        return 20;
    return status;
}
