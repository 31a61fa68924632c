/* Moments of a sample, with outliers, ties and underflow told apart. */
float __VERIFIER_nondet_float(void);

#define N 5

int main(void) {
    float x[N], mean = 0.0f, spread = 0.0f, skew = 0.0f;
    int ties = 0, outliers = 0, rising = 1;
    for (int i = 0; i < N; i++) {
        x[i] = __VERIFIER_nondet_float();
        if (!(x[i] > -1000.0f && x[i] < 1000.0f))
            return 1;
        mean += x[i];
    }
    mean /= N;
    for (int i = 0; i < N; i++) {
        float d = x[i] - mean;
        spread += d * d;
        skew += d * d * d;
        if (d > 500.0f || d < -500.0f)
            outliers++;
        if (i > 0) {
            if (x[i] == x[i - 1])
                ties++;
            else if (x[i] < x[i - 1])
                rising = 0;
        }
    }
    if (spread == 0.0f)
        return ties == N - 1 ? 2 : 3;
    if (spread < 1e-6f)
        return 4;
    if (outliers > 1)
        return 5;
    if (outliers == 1)
        return skew > 0.0f ? 6 : 7;
    if (rising)
        return ties > 1 ? 8 : 9;
    if (mean > -0.5f && mean < 0.5f)
        return skew == 0.0f ? 10 : 11;
    if (ties == 2)
        return 12;
    return 0;
}
