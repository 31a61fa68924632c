// float and double: arithmetic, comparisons with NaN, conversions, rounding.
#include <math.h>
#include <stdio.h>

static volatile double one = 1.0;

static void all(double a, double b) {
    float fa = (float)a, fb = (float)b;
    printf("%f %f %f %f\n", a + b, a - b, a * b, a / b);
    printf("%f %f %f %f\n", fa + fb, fa - fb, fa * fb, fa / fb);
    printf("%d%d%d%d%d%d %d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b, isnan(a), isinf(b));
    printf("%d%d%d\n", signbit(a) != 0, !(a < b), isless(a, b));
    printf("%f %f %f %f %f %f\n", floor(a), ceil(a), trunc(a), round(a), rint(a), fabs(a));
    printf("%f %f %f\n", fmin(a, b), fmax(a, b), copysign(a, b));
    if (fabs(a) < 1e9) printf("%d %ld %u %d\n", (int)a, (long)a, (unsigned)fabs(a), (signed char)(int)fa);
    printf("%f %f %f\n", (double)(int)one, (float)(unsigned)7 * a, -a);
}

int main(void) {
    double values[] = {0.0, -0.0, 1.5, -2.5, 1e8, 3.0, -1e-3, 0.1};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            if (values[j] != 0) all(values[i] * one, values[j]);
    double nan = 0.0 * (1e300 * 1e300 * one);
    printf("%d%d%d%d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1));
    printf("%f %f\n", sqrt(2.0 * one), fma(one, 3.0, 0.25));
    long big = (1L << 53) + 1;
    printf("%f %f\n", (double)big, (double)(float)(big >> 20));
    return 0;
}
