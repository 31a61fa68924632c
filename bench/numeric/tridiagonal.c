/* A tridiagonal system by elimination: diagonal dominance, tiny pivots, residual of the answer. */
double __VERIFIER_nondet_double(void);

#define N 4

static double magnitude(double x) { return x < 0.0 ? -x : x; }

static int solve(const double *low, const double *diagonal, const double *high, const double *right, double *x) {
    double d[N], r[N];
    int dominant = 1;
    for (int i = 0; i < N; i++) {
        double others = 0.0;
        if (i > 0)
            others += magnitude(low[i]);
        if (i < N - 1)
            others += magnitude(high[i]);
        if (magnitude(diagonal[i]) < others)
            dominant = 0;
        d[i] = diagonal[i];
        r[i] = right[i];
    }
    for (int i = 1; i < N; i++) {
        if (magnitude(d[i - 1]) < 1e-12)
            return d[i - 1] == 0.0 ? 1 : 2;
        double factor = low[i] / d[i - 1];
        if (factor > 1e6 || factor < -1e6)
            return 3;
        d[i] -= factor * high[i - 1];
        r[i] -= factor * r[i - 1];
    }
    if (magnitude(d[N - 1]) < 1e-12)
        return 4;
    x[N - 1] = r[N - 1] / d[N - 1];
    for (int i = N - 2; i >= 0; i--)
        x[i] = (r[i] - high[i] * x[i + 1]) / d[i];
    return dominant ? 0 : 5;
}

int main(void) {
    double low[N], diagonal[N], high[N], right[N], x[N] = {0};
    for (int i = 0; i < N; i++) {
        low[i] = __VERIFIER_nondet_double();
        diagonal[i] = __VERIFIER_nondet_double();
        high[i] = __VERIFIER_nondet_double();
        right[i] = __VERIFIER_nondet_double();
        if (low[i] != low[i] || diagonal[i] != diagonal[i] || high[i] != high[i] || right[i] != right[i])
            return 20;
    }
    int status = solve(low, diagonal, high, right, x);
    if (status == 0 && x[0] > 1.0 && x[1] > x[0])
        return 10;
    if (status == 5 && x[N - 1] < -1.0)
        return 11;
    return status;
}
