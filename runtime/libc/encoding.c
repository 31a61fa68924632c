/* iconv between the encodings of Unicode without a mark of their order, ASCII and Latin 1; names of others are not known here.
 *
 * There is a fork for each kind of character; what a character is stays a value. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

void free(void *block);
void *malloc(size_t size);

enum encoding { ASCII, LATIN_1, UTF_8, UTF_16, UTF_32, UCS_2, UCS_4 };

struct side {
    enum encoding encoding;
    _Bool big_endian;
    /* It is what glibc itself goes through: what is made of it or from it takes one step, and room is asked for first. */
    _Bool internal;
};

struct conversion {
    struct side from, to;
    /* What the target does not have is not an error only. */
    _Bool lenient;
};

static _Bool same_name(const char *name, size_t length, const char *known) {
    size_t i = 0;
    for (; i < length && known[i] != 0; i++) {
        char c = (unsigned)name[i] - 'a' < 26 ? (char)(name[i] - 32) : name[i];
        if (c != known[i])
            return 0;
    }
    return i == length && known[i] == 0;
}

static const struct side *side_of(const char *name, size_t length) {
    static const struct known {
        const char *name;
        struct side side;
    } all[] = {{"UTF-8", {UTF_8, 0}},          {"UTF8", {UTF_8, 0}},           {"ASCII", {ASCII, 0}},          {"US-ASCII", {ASCII, 0}},
               {"ANSI_X3.4-1968", {ASCII, 0}}, {"", {ASCII, 0}},               {"ISO-8859-1", {LATIN_1, 0}},   {"ISO8859-1", {LATIN_1, 0}},
               {"ISO_8859-1", {LATIN_1, 0}},   {"LATIN1", {LATIN_1, 0}},       {"UTF-16LE", {UTF_16, 0}},      {"UTF-16BE", {UTF_16, 1}},
               {"UTF-32LE", {UTF_32, 0}},      {"UTF-32BE", {UTF_32, 1}},      {"UCS-2LE", {UCS_2, 0}},        {"UCS-2BE", {UCS_2, 1}},
               {"UCS-2", {UCS_2, 0}},          {"UCS-4LE", {UCS_4, 0}},        {"UCS-4BE", {UCS_4, 1}},        {"UCS-4", {UCS_4, 1}},
               {"WCHAR_T", {UCS_4, 0, 1}}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (same_name(name, length, all[i].name))
            return &all[i].side;
    __secateur_not_modelled("an encoding of iconv");
}

/* The name without what follows "//". */
static size_t name_length(const char *name, _Bool *has_suffix) {
    size_t length = 0;
    while (name[length] != 0 && !(name[length] == '/' && name[length + 1] == '/'))
        length++;
    *has_suffix = name[length] == '/' && name[length + 2] != 0;
    return length;
}

struct conversion *iconv_open(const char *to, const char *from) {
    _Bool lenient, ignored;
    size_t to_length = name_length(to, &lenient), from_length = name_length(from, &ignored);
    const struct side *target = side_of(to, to_length), *source = side_of(from, from_length);
    if (source->internal && target->encoding == UCS_4)
        __secateur_not_modelled("a copy by iconv");
    struct conversion *conversion = malloc(sizeof *conversion);
    if (conversion == NULL)
        return (struct conversion *)-1;
    *conversion = (struct conversion){*source, *target, lenient};
    return conversion;
}

int iconv_close(struct conversion *conversion) {
    if (conversion == (struct conversion *)-1) {
        errno = EBADF;
        return -1;
    }
    free(conversion);
    return 0;
}

/* A character and its length; without one there is an error. */
struct decoded {
    unsigned character;
    size_t length;
    int error;
};

static struct decoded not(int error) { return (struct decoded){0, 0, error}; }

static unsigned unit(const unsigned char *at, size_t bytes, _Bool big_endian) {
    unsigned value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (unsigned)at[i] << 8 * (big_endian ? bytes - 1 - i : i);
    return value;
}

static _Bool is_surrogate(unsigned c) { return c - 0xd800 < 0x800; }

static struct decoded decode_utf_8(const unsigned char *at, size_t left) {
    unsigned first = at[0];
    if (first < 0x80)
        return (struct decoded){first, 1, 0};
    if ((first < 0xc2) | (first > 0xfd))
        return not(EILSEQ);
    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : first < 0xfc ? 5 : 6;
    unsigned c = first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (i == left)
            return not(EINVAL);
        if ((at[i] & 0xc0) != 0x80)
            return not(EILSEQ);
        c = c << 6 | (at[i] & 0x3f);
    }
    /* Fewer bytes would do, or what once was a character is none any more. */
    if ((length > 2 && c >> (5 * length - 4) == 0) || length > 4 || is_surrogate(c))
        return not(EILSEQ);
    return (struct decoded){c, length, 0};
}

static struct decoded decode_utf_16(const unsigned char *at, size_t left, _Bool big_endian) {
    unsigned first = unit(at, 2, big_endian);
    if (!is_surrogate(first))
        return (struct decoded){first, 2, 0};
    if (first >= 0xdc00)
        return not(EILSEQ);
    if (left < 4)
        return not(EINVAL);
    unsigned second = unit(at + 2, 2, big_endian);
    if (second - 0xdc00 >= 0x400)
        return not(EILSEQ);
    return (struct decoded){0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00), 4, 0};
}

static struct decoded decode(struct side side, const unsigned char *at, size_t left) {
    unsigned c;
    switch (side.encoding) {
    case ASCII:
        return at[0] < 0x80 ? (struct decoded){at[0], 1, 0} : not(EILSEQ);
    case LATIN_1:
        return (struct decoded){at[0], 1, 0};
    case UTF_8:
        return decode_utf_8(at, left);
    case UTF_16:
        return left < 2 ? not(EINVAL) : decode_utf_16(at, left, side.big_endian);
    case UCS_2:
        if (left < 2)
            return not(EINVAL);
        c = unit(at, 2, side.big_endian);
        return is_surrogate(c) ? not(EILSEQ) : (struct decoded){c, 2, 0};
    case UTF_32:
        if (left < 4)
            return not(EINVAL);
        c = unit(at, 4, side.big_endian);
        return c > 0x10ffff || is_surrogate(c) ? not(EILSEQ) : (struct decoded){c, 4, 0};
    case UCS_4:
        if (left < 4)
            return not(EINVAL);
        c = unit(at, 4, side.big_endian);
        return c > 0x7fffffff ? not(EILSEQ) : (struct decoded){c, 4, 0};
    }
    return not(EILSEQ);
}

static size_t least_bytes(enum encoding encoding) {
    return encoding == UTF_16 || encoding == UCS_2 ? 2 : encoding == UTF_32 || encoding == UCS_4 ? 4 : 1;
}

/* Bytes that a character needs; 0 where the encoding does not have it. */
static size_t bytes_of(enum encoding encoding, unsigned c) {
    switch (encoding) {
    case ASCII:
        return c < 0x80;
    case LATIN_1:
        return c < 0x100;
    case UTF_8:
        if (is_surrogate(c))
            return 0;
        return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    case UTF_16:
        return is_surrogate(c) ? 0 : c < 0x10000 ? 2 : 4;
    case UCS_2:
        return c > 0xffff || is_surrogate(c) ? 0 : 2;
    case UTF_32:
        return is_surrogate(c) ? 0 : 4;
    case UCS_4:
        return 4;
    }
    return 0;
}

static void put_unit(unsigned char *to, unsigned value, size_t bytes, _Bool big_endian) {
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> 8 * (big_endian ? bytes - 1 - i : i));
}

static void encode(struct side side, unsigned c, unsigned char *to, size_t bytes) {
    if (side.encoding == UTF_8 && bytes > 1) {
        for (size_t i = bytes - 1; i > 0; i--, c >>= 6)
            to[i] = (unsigned char)(0x80 | (c & 0x3f));
        to[0] = (unsigned char)(c | (0xf00u >> bytes & 0xff));
    } else if (side.encoding == UTF_16 && bytes == 4) {
        put_unit(to, 0xd7c0 + (c >> 10), 2, side.big_endian);
        put_unit(to + 2, 0xdc00 + (c & 0x3ff), 2, side.big_endian);
    } else {
        put_unit(to, c, bytes, side.big_endian);
    }
}

size_t iconv(struct conversion *conversion, char **from, size_t *from_left, char **to, size_t *to_left) {
    struct side source = conversion->from, target = conversion->to;
    if (from == NULL || *from == NULL)
        return 0;
    while (*from_left > 0) {
        _Bool full = *to_left < least_bytes(target.encoding);
        _Bool first = (target.internal || source.internal) && (*from_left >= least_bytes(source.encoding) || (source.encoding == UCS_4 && source.big_endian));
        struct decoded decoded = full && first ? not(E2BIG) : decode(source, (const unsigned char *)*from, *from_left);
        unsigned c = decoded.character;
        if (decoded.error == 0 && full)
            decoded.error = E2BIG;
        if (decoded.error != 0) {
            if (decoded.error == EILSEQ && conversion->lenient)
                __secateur_not_modelled("what iconv makes of wrong input");
            errno = decoded.error;
            return (size_t)-1;
        }
        if (c > 0x10ffff)
            __secateur_not_modelled("numbers above those of Unicode");
        size_t bytes = bytes_of(target.encoding, c);
        /* Tags that the target does not have are left out. */
        _Bool is_tag = bytes == 0 && c >> 7 == 0xe0000 >> 7;
        if (bytes == 0 && !is_tag) {
            if (conversion->lenient)
                __secateur_not_modelled("what iconv makes of characters that the target does not have");
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (bytes > *to_left) {
            errno = E2BIG;
            return (size_t)-1;
        }
        encode(target, c, (unsigned char *)*to, bytes);
        *from += decoded.length, *from_left -= decoded.length;
        *to += bytes, *to_left -= bytes;
    }
    return 0;
}
