/* Text to floating point: strtod, strtof, strtold, atof, correctly rounded.
 *
 * There is a fork for each character, so where the number ends is concrete. The digits make one integer; up to 15 of them and a
 * power of ten up to 22 are one exact division or multiplication, which is how a symbolic number stays symbolic. Everything
 * else is done with integers as long as it takes, which needs digits that are known: symbolic ones are fixed there, and
 * that the others are not followed is a cut. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "engine.h"

size_t klee_get_valuell(size_t value);

/* A number as it is written: digits without the point, and what they are to be multiplied with. */
struct written {
    enum { NO_NUMBER, DIGITS, HEX_DIGITS, AN_INFINITY, NOT_A_NUMBER } kind;
    _Bool negative;
    const char *first; /* the first digit */
    size_t count;      /* of digits */
    size_t point;      /* so many digits are before the point, if there is one; it is not counted */
    long scale;        /* power of ten, or of two, behind the last digit */
    size_t end;
};

static _Bool is_space(unsigned char c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
static _Bool is_digit(unsigned char c) { return (unsigned)c - '0' < 10; }
static unsigned hex_value(unsigned char c) {
    unsigned letter = ((unsigned)c | 32) - 'a';
    return is_digit(c) ? (unsigned)c - '0' : letter < 6 ? letter + 10 : 16;
}

static _Bool is_word(const char *text, const char *word) {
    for (; *word != 0; text++, word++)
        if ((*text | 32) != *word)
            return 0;
    return 1;
}

/* The power behind an 'e' or a 'p', as far as it can matter; how long it is. */
static size_t read_power(const char *text, long *power) {
    size_t at = 1;
    _Bool negative = text[at] == '-';
    if ((text[at] == '-') | (text[at] == '+'))
        at++;
    if (!is_digit((unsigned char)text[at]))
        return 0;
    long value = 0;
    for (; is_digit((unsigned char)text[at]); at++)
        if (value < 100000)
            value = value * 10 + (text[at] - '0');
    /* What is done next depends on how large it is: each power that is worth it is a path of its own. */
    enum { MOST = 400 };
    long known = 0;
    while (known < MOST && value != known)
        known++;
    value = known < MOST ? known : (long)klee_get_valuell((size_t)value);
    *power = negative ? -value : value;
    return at;
}

static struct written read_text(const char *text) {
    struct written number = {0};
    size_t at = 0;
    while (is_space((unsigned char)text[at]))
        at++;
    number.negative = text[at] == '-';
    if ((text[at] == '-') | (text[at] == '+'))
        at++;
    if (is_word(text + at, "inf")) {
        number.kind = AN_INFINITY;
        number.end = at + (is_word(text + at, "infinity") ? 8 : 3);
        return number;
    }
    if (is_word(text + at, "nan")) {
        number.kind = NOT_A_NUMBER;
        number.end = at + 3;
        if (text[number.end] == '(') {
            size_t inside = number.end + 1;
            for (;; inside++) {
                unsigned char c = (unsigned char)text[inside];
                if (!(is_digit(c) | (((unsigned)c | 32) - 'a' < 26) | (c == '_')))
                    break;
            }
            if (text[inside] == ')')
                number.end = inside + 1;
        }
        return number;
    }
    _Bool hex = text[at] == '0' && (text[at + 1] | 32) == 'x' &&
                (hex_value((unsigned char)text[at + 2]) < 16 ||
                 (text[at + 2] == '.' && hex_value((unsigned char)text[at + 3]) < 16));
    at += hex ? 2 : 0;
    unsigned base = hex ? 16 : 10;
    number.first = text + at;
    number.point = (size_t)-1;
    _Bool point = 0;
    long behind = 0;
    for (;; at++) {
        if (text[at] == '.' && !point) {
            point = 1;
            number.point = number.count;
            continue;
        }
        if (hex_value((unsigned char)text[at]) >= base)
            break;
        number.count++;
        behind += point;
    }
    if (number.count == 0)
        return (struct written){0};
    number.kind = hex ? HEX_DIGITS : DIGITS;
    number.scale = hex ? -4 * behind : -behind;
    if ((text[at] | 32) == (hex ? 'p' : 'e')) {
        long power = 0;
        at += read_power(text + at, &power);
        number.scale += power;
    }
    number.end = at;
    return number;
}

/* Whole numbers of any size, the lowest part first. */
enum { PARTS = 704 };
struct large {
    size_t used;
    uint32_t part[PARTS];
};

static void multiply_add(struct large *x, uint32_t factor, uint32_t more) {
    uint64_t carry = more;
    for (size_t i = 0; i < x->used; i++) {
        carry += (uint64_t)x->part[i] * factor;
        x->part[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0 && x->used < PARTS)
        x->part[x->used++] = (uint32_t)carry;
}

static void shift_left(struct large *x, unsigned bits) {
    if (x->used == 0)
        return;
    unsigned words = bits / 32, rest = bits % 32;
    for (size_t i = x->used; i-- > 0;)
        x->part[i + words] = x->part[i];
    for (unsigned i = 0; i < words; i++)
        x->part[i] = 0;
    x->used += words;
    if (rest != 0)
        multiply_add(x, (uint32_t)1 << rest, 0);
}

static unsigned length_of(const struct large *x) {
    return x->used == 0 ? 0 : (unsigned)(32 * x->used) - (unsigned)__builtin_clz(x->part[x->used - 1]);
}

static int compare(const struct large *a, const struct large *b) {
    if (a->used != b->used)
        return a->used < b->used ? -1 : 1;
    for (size_t i = a->used; i-- > 0;)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

static void subtract(struct large *a, const struct large *b) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < a->used; i++) {
        uint64_t less = (i < b->used ? b->part[i] : 0) + borrow;
        borrow = a->part[i] < less;
        a->part[i] = (uint32_t)(a->part[i] - less);
    }
    while (a->used > 0 && a->part[a->used - 1] == 0)
        a->used--;
}

/* A kind of floating-point number: bits of its fraction with the first, and its smallest and largest exponent (of the first bit). */
struct format {
    int bits, least, most;
};

/* A rounded number: fraction * 2^exponent, with all bits of the fraction in use unless it is subnormal. */
struct rounded {
    uint64_t fraction;
    int exponent;
    _Bool infinite, inexact;
};

/* above / below, rounded to nearest, ties to even. `above` is not zero. */
static struct rounded divide(struct large *above, struct large *below, struct format format) {
    int exponent = (int)length_of(above) - (int)length_of(below);
    /* The quotient's first bit has this exponent, or the one below it. */
    static struct large trial;
    trial = exponent >= 0 ? *below : *above;
    shift_left(&trial, (unsigned)(exponent >= 0 ? exponent : -exponent));
    if (exponent >= 0 ? compare(above, &trial) < 0 : compare(&trial, below) < 0)
        exponent--;
    int bits = exponent < format.least ? format.bits - (format.least - exponent) : format.bits;
    if (exponent > format.most)
        return (struct rounded){.infinite = 1, .inexact = 1};
    if (bits < 0)
        return (struct rounded){.exponent = format.least - format.bits + 1, .inexact = 1};
    /* The last bit of the fraction is worth this much. */
    int last = exponent - bits + 1;
    if (last >= 0)
        shift_left(below, (unsigned)last);
    else
        shift_left(above, (unsigned)-last);
    uint64_t fraction = 0;
    static struct large step;
    for (int i = bits; i >= 0; i--) {
        step = *below;
        shift_left(&step, (unsigned)i);
        if (compare(above, &step) >= 0) {
            subtract(above, &step);
            fraction |= (uint64_t)1 << (i < 64 ? i : 63);
        }
    }
    _Bool inexact = above->used > 0;
    multiply_add(above, 2, 0);
    int half = compare(above, below);
    if (half > 0 || (half == 0 && (fraction & 1))) {
        fraction++;
        uint64_t full = bits == 64 ? 0 : (uint64_t)1 << bits;
        if (fraction == full && bits == format.bits) {
            fraction = (uint64_t)1 << (bits - 1);
            last++;
        }
    }
    if (last + format.bits - 1 > format.most)
        return (struct rounded){.infinite = 1, .inexact = 1};
    return (struct rounded){fraction, last, 0, inexact};
}

static unsigned char digit_at(struct written number, size_t i) { return (unsigned char)number.first[i + (i >= number.point)]; }

/* A digit that is known: a symbolic one is fixed. */
static unsigned fixed_digit(unsigned char c) { return hex_value((unsigned char)klee_get_valuell(c)); }

static struct rounded convert(struct written number, struct format format) {
    static struct large above, below;
    above.used = 0;
    below = (struct large){.used = 1, .part = {1}};
    uint32_t base = number.kind == HEX_DIGITS ? 16 : 10;
    /* Digits behind these change nothing but whether anything is left, which one digit says as well. */
    enum { MOST = 1200 };
    size_t kept = 0;
    _Bool left = 0;
    long scale = number.scale;
    for (size_t i = 0; i < number.count; i++) {
        unsigned digit = fixed_digit(digit_at(number, i));
        if (kept == 0 && digit == 0 && i + 1 < number.count)
            continue;
        if (kept < MOST) {
            multiply_add(&above, base, digit);
            if (above.used == 0 && digit != 0)
                above = (struct large){.used = 1, .part = {digit}};
            kept++;
        } else {
            left |= digit != 0;
            scale += number.kind == HEX_DIGITS ? 4 : 1;
        }
    }
    if (above.used == 0)
        return (struct rounded){0};
    if (left) {
        multiply_add(&above, base, 1);
        scale -= number.kind == HEX_DIGITS ? 4 : 1;
    }
    /* Far outside of what there is. */
    long magnitude = number.kind == HEX_DIGITS ? (long)length_of(&above) + scale : (long)kept + scale;
    if (magnitude > 40000 || (number.kind != HEX_DIGITS && magnitude > 4940))
        return (struct rounded){.infinite = 1, .inexact = 1};
    if (magnitude < -40000 || (number.kind != HEX_DIGITS && magnitude < -4970))
        return (struct rounded){.exponent = format.least - format.bits + 1, .inexact = 1};
    if (number.kind == HEX_DIGITS) {
        /* Only the first bits count, and whether there are others. */
        if (scale > 0 && scale < 17000)
            shift_left(&above, (unsigned)scale);
        else if (scale < 0 && scale > -17000)
            shift_left(&below, (unsigned)-scale);
        else if (scale != 0)
            return scale > 0 ? (struct rounded){.infinite = 1, .inexact = 1}
                             : (struct rounded){.exponent = format.least - format.bits + 1, .inexact = 1};
    } else {
        for (long i = 0; i < scale; i++)
            multiply_add(&above, 10, 0);
        for (long i = 0; i > scale; i--)
            multiply_add(&below, 10, 0);
    }
    return divide(&above, &below, format);
}

static void set_error(struct rounded number, struct format format) {
    _Bool small = number.inexact && (number.fraction == 0 || (number.exponent == format.least - format.bits + 1 &&
                                                               number.fraction >> (format.bits - 1) == 0));
    if (number.infinite || small)
        errno = ERANGE;
}

static const struct format as_double = {53, -1022, 1023}, as_float = {24, -126, 127}, as_long = {64, -16382, 16383};

static double double_of(uint64_t bits) {
    union {
        uint64_t bits;
        double value;
    } whole = {bits};
    return whole.value;
}

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* As one operation, where digits and power are few enough for it to be exact. */
static _Bool is_short(struct written number, size_t digits, long power) {
    return number.kind == DIGITS && number.count <= digits && number.scale >= -power && number.scale <= power;
}

static uint64_t integer_of(struct written number) {
    uint64_t value = 0;
    for (size_t i = 0; i < number.count; i++)
        value = value * 10 + (uint64_t)digit_at(number, i) - '0';
    return value;
}

double strtod(const char *text, char **end) {
    struct written number = read_text(text);
    if (end != NULL)
        *end = (char *)text + number.end;
    double value = 0;
    if (is_short(number, 15, 22)) {
        value = (double)integer_of(number);
        value = number.scale < 0 ? value / powers[-number.scale] : value * powers[number.scale];
    } else if (number.kind == DIGITS || number.kind == HEX_DIGITS) {
        struct rounded result = convert(number, as_double);
        set_error(result, as_double);
        uint64_t normal = result.fraction >> 52;
        uint64_t exponent = normal ? (uint64_t)(result.exponent + 52 + 1023) : 0;
        value = double_of(result.infinite ? 0x7ffull << 52 : exponent << 52 | (result.fraction & ~(1ull << 52)));
    } else if (number.kind == AN_INFINITY) {
        value = double_of(0x7ffull << 52);
    } else if (number.kind == NOT_A_NUMBER) {
        value = double_of(0xfffull << 51);
    }
    return number.negative ? -value : value;
}

float strtof(const char *text, char **end) {
    struct written number = read_text(text);
    if (end != NULL)
        *end = (char *)text + number.end;
    float value = 0;
    if (is_short(number, 7, 10)) {
        value = (float)integer_of(number);
        value = number.scale < 0 ? value / (float)powers[-number.scale] : value * (float)powers[number.scale];
    } else if (number.kind == DIGITS || number.kind == HEX_DIGITS) {
        struct rounded result = convert(number, as_float);
        set_error(result, as_float);
        uint32_t normal = (uint32_t)(result.fraction >> 23);
        uint32_t exponent = normal ? (uint32_t)(result.exponent + 23 + 127) : 0;
        union {
            uint32_t bits;
            float value;
        } whole = {result.infinite ? 0x7f800000u : exponent << 23 | ((uint32_t)result.fraction & ~(1u << 23))};
        value = whole.value;
    } else if (number.kind == AN_INFINITY) {
        value = (float)double_of(0x7ffull << 52);
    } else if (number.kind == NOT_A_NUMBER) {
        value = (float)double_of(0xfffull << 51);
    }
    return number.negative ? -value : value;
}

long double strtold(const char *text, char **end) {
    struct written number = read_text(text);
    if (end != NULL)
        *end = (char *)text + number.end;
    union {
        struct {
            uint64_t fraction;
            uint16_t exponent;
        } parts;
        long double value;
    } whole = {.parts = {0, 0}};
    if (number.kind == DIGITS || number.kind == HEX_DIGITS) {
        struct rounded result = convert(number, as_long);
        set_error(result, as_long);
        uint64_t normal = result.fraction >> 63;
        whole.parts.fraction = result.infinite ? 1ull << 63 : result.fraction;
        whole.parts.exponent = (uint16_t)(result.infinite ? 0x7fff : normal ? result.exponent + 63 + 16383 : 0);
    } else if (number.kind == AN_INFINITY || number.kind == NOT_A_NUMBER) {
        whole.parts.fraction = number.kind == AN_INFINITY ? 1ull << 63 : 3ull << 62;
        whole.parts.exponent = 0x7fff;
    }
    if (number.negative)
        whole.parts.exponent |= 0x8000;
    return whole.value;
}

double atof(const char *text) { return strtod(text, NULL); }
double __isoc23_strtod(const char *text, char **end) { return strtod(text, end); }
float __isoc23_strtof(const char *text, char **end) { return strtof(text, end); }
long double __isoc23_strtold(const char *text, char **end) { return strtold(text, end); }
