/* Text to integer: strtol and its family, atoi and its family.
 *
 * One fork for each character: its digit value is computed without a branch, overflow is collected in a flag and
 * applied once at the end.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* The value of c as a digit in bases up to 36; 255 where it is none. */
static unsigned digit(unsigned char c) {
    unsigned decimal = c - (unsigned)'0';
    unsigned letter = (c | 32u) - (unsigned)'a';
    return decimal < 10 ? decimal : letter < 26 ? letter + 10 : 255;
}

static int is_space(char c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }

/* What was read: the magnitude is meaningless after an overflow. */
struct Number {
    uint64_t magnitude;
    _Bool negative, overflow;
};

/* Reads an optional sign and digits; a magnitude above positive_limit (negative_limit behind a minus) overflows. */
static struct Number read_number(const char *text, char **end, int base, uint64_t positive_limit,
                                 uint64_t negative_limit) {
    struct Number number = {0, 0, 0};
    if (end != NULL)
        *end = (char *)text;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return number;
    }

    const char *s = text;
    while (is_space(*s))
        s++;
    number.negative = *s == '-';
    if ((*s == '-') | (*s == '+'))
        s++;

    /* "0x" counts as a prefix only in front of a hexadecimal digit: "0xg" is the number 0. */
    if ((base == 0 || base == 16) && *s == '0') {
        if ((s[1] | 32) == 'x' && digit((unsigned char)s[2]) < 16) {
            s += 2;
            base = 16;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }

    uint64_t limit = number.negative ? negative_limit : positive_limit;
    uint64_t whole = limit / (unsigned)base, last = limit % (unsigned)base;
    const char *first = s;
    for (;; s++) {
        unsigned d = digit((unsigned char)*s);
        if (d >= (unsigned)base)
            break;
        number.overflow |= (number.magnitude > whole) | ((number.magnitude == whole) & (d > last));
        number.magnitude = number.magnitude * (unsigned)base + d;
    }
    if (end != NULL && s != first)
        *end = (char *)s;
    return number;
}

static int64_t read_signed(const char *text, char **end, int base) {
    struct Number number = read_number(text, end, base, INT64_MAX, (uint64_t)INT64_MAX + 1);
    if (number.overflow) {
        errno = ERANGE;
        return number.negative ? INT64_MIN : INT64_MAX;
    }
    return (int64_t)(number.negative ? -number.magnitude : number.magnitude);
}

static uint64_t read_unsigned(const char *text, char **end, int base) {
    struct Number number = read_number(text, end, base, UINT64_MAX, UINT64_MAX);
    if (number.overflow) {
        errno = ERANGE;
        return UINT64_MAX;
    }
    return number.negative ? -number.magnitude : number.magnitude;
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
