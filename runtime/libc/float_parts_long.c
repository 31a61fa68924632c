/* math.h for long double in the format of the x87, what is a matter of bits: exponents and fractions.
 *
 * As float_parts.c: one fork for each kind of number at most, errors are glibc's. The leading bit of a fraction is written out
 * in this format; patterns in which it contradicts the exponent are no numbers, and nothing is promised of them. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>

union long_bits {
    long double value;
    struct {
        uint64_t fraction;
        uint16_t high;
    };
};

enum { BIAS = 16383, SPECIAL = 0x7fff, SIGN = 0x8000 };

static union long_bits parts_of(long double x) { return (union long_bits){.value = x}; }

/* The number with another sign and exponent. */
static long double with_high(union long_bits parts, int high) {
    parts.high = (uint16_t)high;
    return parts.value;
}

long double frexpl(long double x, int *exponent) {
    union long_bits parts = parts_of(x);
    *exponent = 0;
    if ((parts.high & SPECIAL) == SPECIAL)
        return x + x;
    if (parts.fraction == 0)
        return x;
    int shift = 0;
    if ((parts.high & SPECIAL) == 0) {
        /* 2^65 makes it normal. */
        parts = parts_of(x * 0x1p65L);
        shift = -65;
    }
    *exponent = (parts.high & SPECIAL) - (BIAS - 1) + shift;
    return with_high(parts, (parts.high & SIGN) | (BIAS - 1));
}

/* x * 2^n, rounded once. */
long double ldexpl(long double x, int n) {
    union long_bits parts = parts_of(x);
    if ((parts.high & SPECIAL) == SPECIAL || parts.fraction == 0)
        return x + x;
    int shift = 0;
    if ((parts.high & SPECIAL) == 0) {
        parts = parts_of(x * 0x1p65L);
        shift = -65;
    }
    int64_t exponent = (int64_t)(parts.high & SPECIAL) + shift + n;
    int sign = parts.high & SIGN;
    if (exponent >= SPECIAL) {
        errno = ERANGE;
        parts.fraction = (uint64_t)1 << 63;
        return with_high(parts, sign | SPECIAL);
    }
    if (exponent > 0)
        return with_high(parts, sign | (int)exponent);
    if (exponent <= -65) {
        errno = ERANGE;
        parts.fraction = 0;
        return with_high(parts, sign);
    }
    long double result = with_high(parts, sign | (int)(exponent + 65)) * 0x1p-65L;
    if (parts_of(result).fraction == 0)
        errno = ERANGE;
    return result;
}

long double scalbnl(long double x, int n) { return ldexpl(x, n); }
long double scalblnl(long double x, long n) { return ldexpl(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); }
