/* Floating point: text to numbers, and what is a matter of bits, on random and on nasty values. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double model_strtod(const char *, char **);
float model_strtof(const char *, char **);
long double model_strtold(const char *, char **);
double model_frexp(double, int *), model_ldexp(double, int), model_modf(double, double *), model_nextafter(double, double);
float model_frexpf(float, int *), model_ldexpf(float, int), model_modff(float, float *), model_nextafterf(float, float);
long double model_frexpl(long double, int *), model_ldexpl(long double, int), model_scalblnl(long double, long);
double model_logb(double), model_remquo(double, double, int *), model_copysign(double, double);
int model_ilogb(double), model___fpclassify(double), model___isinf(double);
long model_lround(double), model_lrint(double);

/* What the engine has itself. */
double model_round(double x) { return round(x); }
double model_rint(double x) { return rint(x); }
double model_fmod(double x, double y) { return fmod(x, y); }
double model_remainder(double x, double y) { return remainder(x, y); }
size_t model_klee_get_valuell(size_t value) { return value; }

int float_failures;

static uint64_t seed = 0xda942042e4dd58b5ull;
static uint64_t next(void) { return seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17; }
static unsigned below(unsigned n) { return (unsigned)(next() >> 16) % n; }

static double random_double(void) {
    static const uint64_t nasty[] = {0, 1, 0x7ff0000000000000, 0x7ff8000000000000, 0x7fefffffffffffff, 0x0010000000000000,
                                     0x000fffffffffffff, 0x3ff0000000000000, 0x3fe0000000000000, 0x4330000000000000,
                                     0x3fefffffffffffff, 0x4002000000000000, 0x43e0000000000000, 0x4004000000000000};
    uint64_t bits = below(3) == 0 ? nasty[below(sizeof nasty / sizeof *nasty)] : next();
    if (below(3) == 0)
        bits = (bits & 0x800fffffffffffff) | (uint64_t)(1023 - 8 + below(70)) << 52;
    bits ^= (uint64_t)below(2) << 63;
    double x;
    memcpy(&x, &bits, 8);
    return x;
}

/* The bits count, but not which of its bits a NaN has. */
static int same(long double a, long double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return a == b && signbit(a) == signbit(b);
}

#define CHECK(what, ours, theirs)                                                                                      \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        long double a = ours;                                                                                          \
        int our_error = errno;                                                                                         \
        errno = 0;                                                                                                     \
        long double b = theirs;                                                                                        \
        int their_error = errno;                                                                                       \
        if (!same(a, b) || our_error != their_error) {                                     \
            printf("%s: ours %La (%d, %ld), theirs %La (%d, %ld) for %s\n", what, a, our_error, our_extra, b, their_error, \
                   their_extra, shown);                                                                                \
            float_failures++;                                                                                          \
        }                                                                                                              \
    } while (0)

static void random_number(char *text) {
    static const char *const words[] = {"inf", "INFINITY", "nan", "nan(12)", "nan(", "0x", "0x.", "-", "+.", "1e", "1e+", "infin", "0x1p",
                                        "0x1.8p1", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "4.9e-324", "2.4e-324", "1.7976931348623159e308",
                                        "2.2250738585072011e-308", "1e400", "1e-400", "1e4932", "1e-4951", "9007199254740993", "0x1.00000000000008p0"};
    char *at = text;
    if (below(4) == 0)
        *at++ = " \t\n"[below(3)];
    if (below(3) == 0)
        *at++ = "+-"[below(2)];
    if (below(4) == 0) {
        strcpy(at, words[below(sizeof words / sizeof *words)]);
        return;
    }
    unsigned digits = below(4) == 0 ? below(60) : below(20);
    unsigned point = below(digits + 2);
    _Bool hex = below(6) == 0;
    if (hex)
        at = stpcpy(at, "0x");
    for (unsigned i = 0; i <= digits; i++) {
        if (i == point)
            *at++ = '.';
        *at++ = hex ? "0123456789abcdefABCDEF"[below(22)] : "0123456789"[below(10)];
    }
    if (below(2) == 0) {
        *at++ = hex ? 'p' : 'e';
        if (below(2) == 0)
            *at++ = "+-"[below(2)];
        at += sprintf(at, "%u", below(3) == 0 ? below(6000) : below(340));
    }
    strcpy(at, below(5) == 0 ? "x" : "");
}

static void texts(void) {
    for (int round = 0; round < 60000 && float_failures < 10; round++) {
        char shown[128], *end;
        long our_extra = 0, their_extra = 0;
        random_number(shown);
        CHECK("strtod", (model_strtod(shown, &end)), (our_extra = end - shown, strtod(shown, &end)));
        their_extra = end - shown;
        if (our_extra != their_extra) {
            printf("strtod(\"%s\") ends at %ld, not %ld\n", shown, our_extra, their_extra);
            float_failures++;
        }
        our_extra = their_extra = 0;
        CHECK("strtof", model_strtof(shown, NULL), strtof(shown, NULL));
        if (round % 4 == 0)
            CHECK("strtold", model_strtold(shown, NULL), strtold(shown, NULL));
    }
}

static void bits(void) {
    for (int round = 0; round < 300000 && float_failures < 10; round++) {
        double x = random_double(), y = random_double(), whole;
        float f = (float)x, g = (float)y, part;
        int n = (int)below(2400) - 1200, exponent;
        long our_extra = 0, their_extra = 0;
        char shown[128];
        snprintf(shown, sizeof shown, "%a, %a, %d", x, y, n);
#define EXTRA(what, ours, theirs, extra) CHECK(what, ours, (our_extra = (long)(extra), theirs)); their_extra = (long)(extra); \
        if (our_extra != their_extra) printf("%s: %ld, not %ld, for %s\n", what, our_extra, their_extra, shown), float_failures++; \
        our_extra = their_extra = 0
        EXTRA("frexp", model_frexp(x, &exponent), frexp(x, &exponent), isfinite(x) ? exponent : 0);
        EXTRA("frexpf", model_frexpf(f, &exponent), frexpf(f, &exponent), isfinite(f) ? exponent : 0);
        EXTRA("modf", model_modf(x, &whole), modf(x, &whole), isnan(whole) ? 0 : whole * 4);
        EXTRA("modff", model_modff(f, &part), modff(f, &part), isnan(part) ? 0 : part * 4);
        CHECK("ldexp", model_ldexp(x, n), ldexp(x, n));
        CHECK("ldexpf", model_ldexpf(f, n / 4), ldexpf(f, n / 4));
        long double l = ldexpl((long double)x + (long double)y / 3, (int)below(32000) - 16000);
        snprintf(shown, sizeof shown, "%La, %d", l, n);
        EXTRA("frexpl", model_frexpl(l, &exponent), frexpl(l, &exponent), isfinite(l) ? exponent : 0);
        CHECK("ldexpl", model_ldexpl(l, n * 20), ldexpl(l, n * 20));
        CHECK("scalblnl", model_scalblnl(l, n * 20L), scalblnl(l, n * 20L));
        snprintf(shown, sizeof shown, "%a, %a, %d", x, y, n);
        CHECK("nextafter", model_nextafter(x, y), nextafter(x, y));
        CHECK("nextafterf", model_nextafterf(f, g), nextafterf(f, g));
        CHECK("logb", model_logb(x), logb(x));
        CHECK("ilogb", model_ilogb(x), ilogb(x));
        CHECK("copysign", model_copysign(x, y), copysign(x, y));
        CHECK("fpclassify", model___fpclassify(x), fpclassify(x));
        CHECK("isinf", model___isinf(x), isinf(x));
        if (fabs(x) < 0x1p62) {
            CHECK("lround", model_lround(x), lround(x));
            CHECK("lrint", model_lrint(x), lrint(x));
        }
        if (isfinite(x) && isfinite(y) && y != 0 && fabs(x / y) < 0x1p60) {
            EXTRA("remquo", model_remquo(x, y, &exponent), remquo(x, y, &exponent), exponent & 7);
        }
    }
}

void compare_float(void) {
    texts();
    bits();
}
