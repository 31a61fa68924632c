/* Text to integer: strtol and its family, atoi and its family. Symbolic text does not fork, except for prefixes. */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "number.h"
#include "text.h"



/* A hexadecimal or octal prefix depends on the characters in front of it, so these are read one by one. "0x" counts as
 * a prefix only in front of a hexadecimal digit: "0xg" is the number 0. */
static size_t after_prefix(const char *text, int *base, _Bool *negative) {
    const char *s = text;
    while (is_space((unsigned char)*s))
        s++;
    *negative = *s == '-';
    if ((*s == '-') | (*s == '+'))
        s++;
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
    size_t room = __secateur_room(text);
    struct text source = {text, 0, room, __secateur_capacity(text), (size_t)-1};
    if (base == 0 || base == 16) {
        _Bool negative;
        source.start = after_prefix(text, &base, &negative);
        source.limit = room - source.start;
        unsigned char first = (unsigned char)text[source.start];
        if (digit_value(first) >= (unsigned)base)
            return number;
        number = parse_number(source, (unsigned)base, negative ? negative_limit : positive_limit, 0);
        number.negative = negative;
    } else {
        number = parse_number(source, (unsigned)base, positive_limit, negative_limit);
    }
    if (number.open)
        read_behind(text);
    if (end != NULL)
        *end = (char *)text + number.end;
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
