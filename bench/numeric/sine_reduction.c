/* Sine with argument reduction: quadrant by quadrant, special cases first. */
double __VERIFIER_nondet_double(void);

#define HALF_PI 1.57079632679489661923

static double sine_core(double r) {
    double s = r * r;
    return r * (1.0 - s * (1.0 / 6.0 - s * (1.0 / 120.0 - s / 5040.0)));
}

static double cosine_core(double r) {
    double s = r * r;
    return 1.0 - s * (0.5 - s * (1.0 / 24.0 - s / 720.0));
}

static int sine(double x, double *result) {
    int negative = 0;
    if (x != x)
        return 1;
    if (x < 0.0) {
        negative = 1;
        x = -x;
    }
    if (x > 1.7e308)
        return 2;
    if (x > 1e9)
        return 3;
    if (x < 1e-8) {
        *result = negative ? -x : x;
        return x == 0.0 ? 4 : 0;
    }
    long quadrants = 0;
    if (x > HALF_PI / 2.0) {
        quadrants = (long)(x / HALF_PI + 0.5);
        x -= quadrants * HALF_PI;
        if (x > HALF_PI || x < -HALF_PI)
            return 5;
    }
    double value;
    switch (quadrants % 4) {
    case 0:
        value = sine_core(x);
        break;
    case 1:
        value = cosine_core(x);
        break;
    case 2:
        value = -sine_core(x);
        break;
    default:
        value = -cosine_core(x);
    }
    if (value > 1.0 || value < -1.0)
        return 6;
    *result = negative ? -value : value;
    return 0;
}

int main(void) {
    double y = 0.0;
    double x = __VERIFIER_nondet_double();
    int status = sine(x, &y);
    if (status != 0)
        return status;
    if (y > 0.499 && y < 0.501)
        return 10;
    if (y < -0.9999)
        return x > 100.0 ? 11 : 12;
    return 0;
}
