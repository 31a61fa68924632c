/* Text to integer without a fork: the loop reads on as long as the number may go on, and selects keep what counts.
 *
 * Symbolic text of n bytes gives one expression instead of a path for each sign, length and digit.
 */
#ifndef SECATEUR_LIBC_NUMBER_H
#define SECATEUR_LIBC_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "engine.h"

/* The value of c as a digit in bases up to 36; 255 where it is none. */
static inline unsigned digit_value(unsigned char c) {
    unsigned decimal = c - (unsigned)'0', letter = (c | 32u) - (unsigned)'a';
    unsigned of_letter = letter < 26 ? letter + 10 : 255;
    return decimal < 10 ? decimal : of_letter;
}

/* c as a digit of this base; base or more where it is none. Below 10 no letter has to be thought of. */
static inline unsigned digit_in(unsigned char c, unsigned base) {
    return base <= 10 ? c - (unsigned)'0' : digit_value(c);
}

static inline _Bool is_space(unsigned char c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }

/* One more digit behind a magnitude of at most this passes no limit. The most that so many characters can be is known however
 * symbolic they are, and as long as it is no more nothing has to be compared. */
static inline uint64_t never_over(uint64_t positive_limit, uint64_t negative_limit, unsigned base) {
    uint64_t least = positive_limit < negative_limit ? positive_limit : negative_limit;
    return least / base == 0 ? 0 : least / base - 1;
}

/* Where the text is and how far it may be read. */
struct text {
    const char *base;
    size_t start;  /* of the number, counted from base */
    size_t limit;  /* bytes from start that belong to the text */
    size_t most;   /* the same, never symbolic: where the loop ends */
    size_t width;  /* characters the number may have, its sign included */
};

/* What was read: the magnitude is meaningless after an overflow. */
struct number {
    uint64_t magnitude;
    size_t end;       /* behind the last digit, counted from base; start where there is none */
    _Bool negative, overflow, found;
    _Bool sign_only;  /* a sign, and then something else than a digit */
    _Bool open;       /* the text was over before the number was */
    _Bool empty;      /* nothing but space, and the text was over */
    _Bool terminated; /* nothing but space, and then a NUL */
};

/* A magnitude above positive_limit (negative_limit behind a minus) overflows. */
static inline struct number parse_number(struct text text, unsigned base, uint64_t positive_limit,
                                         uint64_t negative_limit) {
    struct number number = {.end = text.start};
    _Bool done = 0, started = 0, ended = 0;
    size_t taken = 0;
    uint64_t positive_whole = positive_limit / base, negative_whole = negative_limit / base;
    unsigned positive_last = (unsigned)(positive_limit % base), negative_last = (unsigned)(negative_limit % base);
    uint64_t most = 0, safe = never_over(positive_limit, negative_limit, base);
    for (size_t i = 0; i < text.most && !__secateur_certainly(done); i++) {
        unsigned char c = __secateur_peek(text.base, text.start + i);
        _Bool inside = i < text.limit;
        ended |= !done & !inside;
        unsigned digit = digit_in(c, base);
        _Bool live = !done & inside & (taken < text.width);
        _Bool skip = live & !started & is_space(c);
        _Bool sign = live & !started & ((c == '-') | (c == '+'));
        _Bool take = live & (digit < base);
        if (most > safe) {
            uint64_t whole = number.negative ? negative_whole : positive_whole;
            unsigned last = number.negative ? negative_last : positive_last;
            _Bool over = (number.magnitude > whole) | ((number.magnitude == whole) & (digit > last));
            number.overflow |= take & over;
        } else {
            most = most * base + base - 1;
        }
        number.negative |= sign & (c == '-');
        number.magnitude = take ? number.magnitude * base + digit : number.magnitude;
        number.end = take ? text.start + i + 1 : number.end;
        number.found |= take;
        number.terminated |= !done & inside & !started & (c == 0);
        started |= sign | take;
        taken = (sign | take) ? taken + 1 : taken;
        done |= !(skip | sign | take);
    }
    number.open = !done | ended;
    number.empty = number.open & !started;
    number.sign_only = started & !number.found;
    return number;
}

#endif
