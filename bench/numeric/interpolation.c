/* Monotone cubic interpolation in a table: search, extrapolation, slopes that have to be limited. */
double __VERIFIER_nondet_double(void);

#define N 6
static const double at[N] = {0.0, 0.5, 1.5, 4.0, 10.0, 100.0};

static int interpolate(const double *values, double x, double *result) {
    if (x != x)
        return 1;
    for (int i = 1; i < N; i++)
        if (values[i] < values[i - 1])
            return 2;
    if (x < at[0]) {
        if (x < -1.0)
            return 3;
        *result = values[0];
        return 4;
    }
    if (x >= at[N - 1]) {
        if (x == at[N - 1]) {
            *result = values[N - 1];
            return 5;
        }
        return 6;
    }
    int low = 0, high = N - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (at[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    double width = at[high] - at[low];
    double slope = (values[high] - values[low]) / width;
    double left = slope, right = slope;
    if (low > 0)
        left = (values[low] - values[low - 1]) / (at[low] - at[low - 1]);
    if (high < N - 1)
        right = (values[high + 1] - values[high]) / (at[high + 1] - at[high]);
    int limited = 0;
    if (slope == 0.0) {
        left = right = 0.0;
        limited = 1;
    } else if (left > 3.0 * slope) {
        left = 3.0 * slope;
        limited = 2;
    } else if (right > 3.0 * slope) {
        right = 3.0 * slope;
        limited = 3;
    }
    double t = (x - at[low]) / width;
    *result = values[low] + width * t * (left + t * (3.0 * slope - 2.0 * left - right + t * (left + right - 2.0 * slope)));
    return 7 + limited;
}

int main(void) {
    double values[N], result = 0.0;
    for (int i = 0; i < N; i++) {
        values[i] = __VERIFIER_nondet_double();
        if (values[i] != values[i])
            return 30;
    }
    double x = __VERIFIER_nondet_double();
    int status = interpolate(values, x, &result);
    if (status == 7 && result > 50.0 && x < 1.0)
        return 20;
    return status;
}
