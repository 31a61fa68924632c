/* math.h, what is a matter of bits: exponents and fractions, neighbours, rounding to integers.
 *
 * Each function works on the bits of its argument and forks at most once for each kind of number (zero, subnormal, normal,
 * infinite or not a number), so a symbolic double stays symbolic. floor, sqrt, fabs and their like are operations of the
 * expression language, not here. Errors are glibc's: ERANGE where a result overflows or is lost. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>

union double_bits {
    double value;
    uint64_t bits;
};
union float_bits {
    float value;
    uint32_t bits;
};

static uint64_t bits_of(double x) { return (union double_bits){.value = x}.bits; }
static double of_bits(uint64_t bits) { return (union double_bits){.bits = bits}.value; }
static uint32_t bits_of_float(float x) { return (union float_bits){.value = x}.bits; }
static float of_float_bits(uint32_t bits) { return (union float_bits){.bits = bits}.value; }

enum { FRACTION = 52, BIAS = 1023, SPECIAL = 0x7ff };
#define SIGN ((uint64_t)1 << 63)
#define HIDDEN ((uint64_t)1 << FRACTION)
#define MAGNITUDE (SIGN - 1)
#define INFINITE ((uint64_t)SPECIAL << FRACTION)

static int exponent_of(uint64_t bits) { return (int)(bits >> FRACTION & SPECIAL); }

double frexp(double x, int *exponent) {
    uint64_t bits = bits_of(x);
    *exponent = 0;
    if (exponent_of(bits) == SPECIAL)
        return x + x;
    if ((bits & MAGNITUDE) == 0)
        return x;
    int shift = 0;
    if (exponent_of(bits) == 0) {
        /* 2^54 makes it normal. */
        bits = bits_of(x * 0x1p54);
        shift = -54;
    }
    *exponent = exponent_of(bits) - (BIAS - 1) + shift;
    return of_bits((bits & ~INFINITE) | (uint64_t)(BIAS - 1) << FRACTION);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

/* x * 2^n, rounded once. */
double ldexp(double x, int n) {
    uint64_t bits = bits_of(x);
    if (exponent_of(bits) == SPECIAL || (bits & MAGNITUDE) == 0)
        return x + x;
    int shift = 0;
    if (exponent_of(bits) == 0) {
        bits = bits_of(x * 0x1p54);
        shift = -54;
    }
    int64_t exponent = (int64_t)exponent_of(bits) + shift + n;
    uint64_t sign = bits & SIGN, rest = bits & ~INFINITE;
    if (exponent >= SPECIAL) {
        errno = ERANGE;
        return of_bits(sign | INFINITE);
    }
    if (exponent > 0)
        return of_bits(rest | (uint64_t)exponent << FRACTION);
    if (exponent <= -54) {
        errno = ERANGE;
        return of_bits(sign);
    }
    double result = of_bits(rest | (uint64_t)(exponent + 54) << FRACTION) * 0x1p-54;
    if ((bits_of(result) & MAGNITUDE) == 0)
        errno = ERANGE;
    return result;
}

double scalbn(double x, int n) { return ldexp(x, n); }
double scalbln(double x, long n) { return ldexp(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); }

float ldexpf(float x, int n) {
    /* Twice rounded only where the first rounding is exact: a double holds what is left of a float. */
    uint32_t bits = bits_of_float(x);
    if ((bits >> 23 & 255) == 255 || (bits & 0x7fffffff) == 0)
        return x + x;
    int most = n > 600 ? 600 : n < -600 ? -600 : n;
    float result = (float)ldexp(x, most);
    uint32_t after = bits_of_float(result) & 0x7fffffff;
    if (after == 0 || after == 0x7f800000)
        errno = ERANGE;
    return result;
}

float scalbnf(float x, int n) { return ldexpf(x, n); }
float scalblnf(float x, long n) { return ldexpf(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); }

/* The whole part as its sign and the bits above the point. */
static uint64_t whole_bits(uint64_t bits) {
    int exponent = exponent_of(bits) - BIAS;
    if (exponent < 0)
        return bits & SIGN;
    return exponent >= FRACTION ? bits : bits & ~(((uint64_t)1 << (FRACTION - exponent)) - 1);
}

double modf(double x, double *whole) {
    uint64_t bits = bits_of(x);
    *whole = of_bits(whole_bits(bits));
    if ((bits & MAGNITUDE) == INFINITE)
        return of_bits(bits & SIGN);
    if (exponent_of(bits) == SPECIAL)
        return *whole = x + x;
    double rest = x - *whole;
    return of_bits((bits_of(rest) & MAGNITUDE) | (bits & SIGN));
}

float modff(float x, float *whole) {
    double all, rest = modf(x, &all);
    *whole = (float)all;
    return (float)rest;
}

int ilogb(double x) {
    uint64_t bits = bits_of(x) & MAGNITUDE;
    if (bits == 0 || bits > INFINITE) {
        errno = EDOM;
        return INT_MIN;
    }
    if (bits == INFINITE) {
        errno = EDOM;
        return INT_MAX;
    }
    int exponent;
    frexp(x, &exponent);
    return exponent - 1;
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
    uint64_t bits = bits_of(x) & MAGNITUDE;
    if (bits == 0)
        return of_bits(SIGN | INFINITE);
    if (bits >= INFINITE)
        return x * x;
    int exponent;
    frexp(x, &exponent);
    return exponent - 1;
}

float logbf(float x) { return (float)logb(x); }

/* The neighbour in the direction of y. */
double nextafter(double x, double y) {
    uint64_t a = bits_of(x), b = bits_of(y);
    if ((a & MAGNITUDE) > INFINITE || (b & MAGNITUDE) > INFINITE)
        return x + y;
    if (x == y)
        return y;
    if ((a & MAGNITUDE) == 0)
        return of_bits((b & SIGN) | 1);
    _Bool away = (x < y) == (x > 0);
    uint64_t result = away ? a + 1 : a - 1;
    if (exponent_of(result) == SPECIAL || exponent_of(result) == 0)
        errno = ERANGE;
    return of_bits(result);
}

float nextafterf(float x, float y) {
    uint32_t a = bits_of_float(x), b = bits_of_float(y);
    if ((a & 0x7fffffff) > 0x7f800000 || (b & 0x7fffffff) > 0x7f800000)
        return x + y;
    if (x == y)
        return y;
    if ((a & 0x7fffffff) == 0)
        return of_float_bits((b & 0x80000000) | 1);
    uint32_t result = (x < y) == (x > 0) ? a + 1 : a - 1;
    if ((result >> 23 & 255) == 255 || (result >> 23 & 255) == 0)
        errno = ERANGE;
    return of_float_bits(result);
}

/* To integers: away from zero at a half, or to even. What does not fit is the smallest integer, as the machine gives it. */
double round(double x);
double rint(double x);
long lround(double x) { return (long)round(x); }
long long llround(double x) { return (long long)round(x); }
long lroundf(float x) { return (long)round(x); }
long long llroundf(float x) { return (long long)round(x); }
long lrint(double x) { return (long)rint(x); }
long long llrint(double x) { return (long long)rint(x); }
long lrintf(float x) { return (long)rint(x); }
long long llrintf(float x) { return (long long)rint(x); }

double copysign(double x, double y) { return of_bits((bits_of(x) & MAGNITUDE) | (bits_of(y) & SIGN)); }
float copysignf(float x, float y) {
    return of_float_bits((bits_of_float(x) & 0x7fffffff) | (bits_of_float(y) & 0x80000000));
}
double nan(const char *tag) { return (void)tag, of_bits(INFINITE | (uint64_t)1 << 51); }
float nanf(const char *tag) { return (void)tag, of_float_bits(0x7fc00000); }

/* What <math.h>'s macros call. */
int __signbit(double x) { return bits_of(x) >> 63 != 0; }
int __signbitf(float x) { return bits_of_float(x) >> 31 != 0; }
int __isnan(double x) { return (bits_of(x) & MAGNITUDE) > INFINITE; }
int __isnanf(float x) { return (bits_of_float(x) & 0x7fffffff) > 0x7f800000; }
int __finite(double x) { return (bits_of(x) & MAGNITUDE) < INFINITE; }
int __finitef(float x) { return (bits_of_float(x) & 0x7fffffff) < 0x7f800000; }
int __isinf(double x) { return (bits_of(x) & MAGNITUDE) != INFINITE ? 0 : bits_of(x) >> 63 ? -1 : 1; }
int __isinff(float x) { return (bits_of_float(x) & 0x7fffffff) != 0x7f800000 ? 0 : bits_of_float(x) >> 31 ? -1 : 1; }
int finite(double x) { return __finite(x); }
int isnan(double x) { return __isnan(x); }
int isinf(double x) { return __isinf(x); }
enum { A_NAN, AN_INFINITE, A_ZERO, A_SUBNORMAL, A_NORMAL };
int __fpclassify(double x) {
    uint64_t bits = bits_of(x) & MAGNITUDE;
    return bits == 0 ? A_ZERO : bits < HIDDEN ? A_SUBNORMAL : bits < INFINITE ? A_NORMAL : bits == INFINITE ? AN_INFINITE : A_NAN;
}
int __fpclassifyf(float x) {
    uint32_t bits = bits_of_float(x) & 0x7fffffff;
    return bits == 0            ? A_ZERO
           : bits < 0x00800000  ? A_SUBNORMAL
           : bits < 0x7f800000  ? A_NORMAL
           : bits == 0x7f800000 ? AN_INFINITE
                                : A_NAN;
}

/* The remainder and the low bits of the quotient to the nearest integer. */
double remainder(double x, double y);
double fmod(double x, double y);
double remquo(double x, double y, int *quotient) {
    double rest = remainder(x, y);
    *quotient = 0;
    if (y == 0 || x != x || y != y || (bits_of(x) & MAGNITUDE) == INFINITE)
        return rest;
    double eight = of_bits(bits_of(y) & MAGNITUDE);
    double size = of_bits(bits_of(x) & MAGNITUDE);
    /* Only the last three bits of the quotient count. */
    if (eight <= 0x1.fffffffffffffp1020)
        size = fmod(size, 8 * eight);
    int count = 0;
    double limit = eight * 4;
    if (size >= limit && limit <= 0x1.fffffffffffffp1023)
        size -= limit, count += 4;
    limit = eight * 2;
    if (size >= limit && limit <= 0x1.fffffffffffffp1023)
        size -= limit, count += 2;
    if (size >= eight)
        size -= eight, count += 1;
    double half = size - (eight - size);
    count += half > 0 || (half == 0 && count % 2 == 1);
    count &= 7;
    *quotient = (bits_of(x) ^ bits_of(y)) >> 63 ? -count : count;
    return rest;
}
