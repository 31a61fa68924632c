/* Text to integer: strtol and its family, atoi and its family.
 *
 * Without an end pointer, as in atoi, symbolic text does not fork: the value is one expression. A caller who asks for the end
 * reads on from there, and behind a symbolic end every read has a symbolic address; so then there is a fork for each
 * character, the end is concrete, and the value is a sum of digits. So it is where a prefix may choose the base.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "number.h"
#include "text.h"

/* What comes before the digits, read character by character: space, a sign, and the prefix of base 16 or of any base (0).
 * "0x" counts as a prefix only in front of a hexadecimal digit: "0xg" is the number 0. */
static size_t after_prefix(const char *text, int *base, _Bool *negative) {
    const char *s = text;
    while (is_space((unsigned char)*s))
        s++;
    *negative = *s == '-';
    if ((*s == '-') | (*s == '+'))
        s++;
    if (*base != 0 && *base != 16)
        return (size_t)(s - text);
    if (*s == '0') {
        if ((s[1] | 32) == 'x' && digit_value((unsigned char)s[2]) < 16) {
            s += 2;
            *base = 16;
        } else if (*base == 0) {
            *base = 8;
        }
    } else if (*base == 0) {
        *base = 10;
    }
    return (size_t)(s - text);
}

/* Digits up to the first character that is none, where the end is. */
static struct number walk_digits(const char *text, size_t start, unsigned base, _Bool negative, uint64_t positive_limit,
                                 uint64_t negative_limit) {
    struct number number = {.end = start, .negative = negative};
    uint64_t whole = negative ? negative_limit / base : positive_limit / base;
    uint64_t last = negative ? negative_limit % base : positive_limit % base;
    uint64_t most = 0, safe = never_over(positive_limit, negative_limit, base);
    for (unsigned digit; (digit = digit_in((unsigned char)text[number.end], base)) < base; number.end++) {
        if (most > safe)
            number.overflow |= (number.magnitude > whole) | ((number.magnitude == whole) & (digit > last));
        else
            most = most * base + base - 1;
        number.magnitude = number.magnitude * base + digit;
        number.found = 1;
    }
    return number;
}

/* Reads an optional sign and digits. */
static struct number read_number(const char *text, char **end, int base, uint64_t positive_limit,
                                 uint64_t negative_limit) {
    struct number number = {0};
    if (end != NULL)
        *end = (char *)text;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }
    if (end != NULL || base == 0 || base == 16) {
        _Bool negative;
        size_t start = after_prefix(text, &base, &negative);
        number = walk_digits(text, start, (unsigned)base, negative, positive_limit, negative_limit);
        if (end != NULL && number.found)
            *end = (char *)text + number.end;
        return number;
    }
    struct text source = {text, 0, __secateur_room(text), __secateur_capacity(text), (size_t)-1};
    number = parse_number(source, (unsigned)base, positive_limit, negative_limit);
    if (number.open)
        read_behind(text);
    return number;
}

/* A select, not a branch. */
static void set_range_error(_Bool overflow) {
    int old = errno;
    errno = overflow ? ERANGE : old;
}

static int64_t read_signed(const char *text, char **end, int base) {
    struct number number = read_number(text, end, base, INT64_MAX, (uint64_t)INT64_MAX + 1);
    int64_t value = (int64_t)(number.negative ? -number.magnitude : number.magnitude);
    int64_t extreme = number.negative ? INT64_MIN : INT64_MAX;
    set_range_error(number.overflow);
    return number.overflow ? extreme : value;
}

static uint64_t read_unsigned(const char *text, char **end, int base) {
    struct number number = read_number(text, end, base, UINT64_MAX, UINT64_MAX);
    uint64_t value = number.negative ? -number.magnitude : number.magnitude;
    set_range_error(number.overflow);
    return number.overflow ? UINT64_MAX : value;
}

_Static_assert(sizeof(long) == 8 && sizeof(long long) == 8, "the models are written for LP64");

long strtol(const char *text, char **end, int base) { return read_signed(text, end, base); }
long long strtoll(const char *text, char **end, int base) { return read_signed(text, end, base); }
intmax_t strtoimax(const char *text, char **end, int base) { return read_signed(text, end, base); }
unsigned long strtoul(const char *text, char **end, int base) { return read_unsigned(text, end, base); }
unsigned long long strtoull(const char *text, char **end, int base) { return read_unsigned(text, end, base); }
uintmax_t strtoumax(const char *text, char **end, int base) { return read_unsigned(text, end, base); }

/* The names newer headers redirect to; they differ only in reading binary prefixes under C23. */
long __isoc23_strtol(const char *text, char **end, int base) { return read_signed(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return read_signed(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return read_unsigned(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return read_unsigned(text, end, base); }

int atoi(const char *text) { return (int)read_signed(text, NULL, 10); }
long atol(const char *text) { return read_signed(text, NULL, 10); }
long long atoll(const char *text) { return read_signed(text, NULL, 10); }
