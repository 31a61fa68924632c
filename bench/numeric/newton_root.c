/* A root of a cubic by Newton's method, safeguarded by bisection. */
double __VERIFIER_nondet_double(void);

static double a, b, c;

static double value(double x) { return ((x + a) * x + b) * x + c; }
static double slope(double x) { return (3.0 * x + 2.0 * a) * x + b; }

static int find_root(double low, double high, double *result) {
    if (!(low < high))
        return low == high ? 1 : 2;
    double at_low = value(low), at_high = value(high);
    if (at_low == 0.0) {
        *result = low;
        return 3;
    }
    if (at_high == 0.0) {
        *result = high;
        return 4;
    }
    if (at_low > 0.0 && at_high > 0.0)
        return 5;
    if (at_low < 0.0 && at_high < 0.0)
        return 6;
    double x = 0.5 * (low + high);
    int newton = 0, bisections = 0;
    for (int i = 0; i < 6; i++) {
        double y = value(x), d = slope(x);
        if (y < 1e-9 && y > -1e-9) {
            *result = x;
            return bisections == 0 ? 7 : 8;
        }
        if ((y > 0.0) == (at_high > 0.0))
            high = x;
        else
            low = x;
        double next = d == 0.0 ? low : x - y / d;
        if (next > low && next < high) {
            x = next;
            newton++;
        } else {
            x = 0.5 * (low + high);
            bisections++;
        }
    }
    *result = x;
    if (bisections > newton)
        return 9;
    return 10;
}

int main(void) {
    double result = 0.0;
    a = __VERIFIER_nondet_double();
    b = __VERIFIER_nondet_double();
    c = __VERIFIER_nondet_double();
    if (!(a > -100.0 && a < 100.0) || !(b > -100.0 && b < 100.0) || !(c > -100.0 && c < 100.0))
        return 30;
    double low = __VERIFIER_nondet_double(), high = __VERIFIER_nondet_double();
    int status = find_root(low, high, &result);
    if (status == 7 && result == 2.0)
        return 20;
    return status;
}
