/* The scanf family.
 *
 * Text comes from a string, from a file, or from an endless stream. A decimal number that is the last thing read from a
 * string is read with selects, so symbolic text does not fork for its signs and digits; where something is read behind it
 * there is a fork for each character, because behind a symbolic end every read has a symbolic address. On an endless
 * stream the number itself is the input: any value can be written there, so the text is made up when a test is written.
 * Everything else is read byte by byte.
 *
 * Not read: floating-point numbers in symbolic text of strings and files (a cut), wide characters.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "number.h"
#include "stream.h"

double strtod(const char *text, char **end);
long double strtold(const char *text, char **end);

extern struct stream *stdin;

struct reader {
    struct stream *stream;
    /* Where there is no stream. */
    const char *text;
    size_t position;
    /* Bytes read so far, for %n. */
    size_t count;
};

struct conversion {
    _Bool suppressed, allocates;
    _Bool is_last; /* nothing in the format comes behind it */
    size_t width;
    unsigned bytes;
    char letter;
};

enum outcome { MATCHED, MISMATCHED, INPUT_ENDED };

static int next(struct reader *reader) {
    int byte;
    if (reader->stream != NULL) {
        byte = __secateur_next(reader->stream);
    } else {
        byte = (unsigned char)reader->text[reader->position];
        if (byte == 0)
            return END_OF_FILE;
        reader->position++;
    }
    reader->count += byte != END_OF_FILE;
    return byte;
}

static void push_back(struct reader *reader, int byte) {
    if (byte == END_OF_FILE)
        return;
    reader->count--;
    if (reader->stream != NULL)
        __secateur_push_back(reader->stream, byte);
    else
        reader->position--;
}

static _Bool is_endless(const struct reader *reader) {
    if (reader->stream == NULL)
        return 0;
    /* Looks whether something is attached. */
    struct stream *stream = __secateur_stream_of(reader->stream->descriptor);
    if (stream == NULL || stream->file != NULL || stream->pushed_count > 0 || !stream->readable)
        return 0;
    /* What somebody has read before is there already. */
    return stream->record == NULL || stream->position == stream->record->size;
}

static void skip_space(struct reader *reader) {
    if (is_endless(reader)) {
        /* How much space there is does not matter; one is needed where something must be kept apart. */
        struct stream *stream = reader->stream;
        if (stream->follow != ANYTHING && !stream->ended) {
            unsigned char space;
            __secateur_read_otherwise(stream);
            stream->follow = ANYTHING;
            __secateur_fresh_bytes(stream->name, &space, 1);
            klee_assume(space == '\n');
            reader->count++;
        }
        return;
    }
    int byte;
    do
        byte = next(reader);
    while (byte != END_OF_FILE && is_space((unsigned char)byte));
    push_back(reader, byte);
}

static void store_integer(void *to, unsigned bytes, uint64_t value) {
    switch (bytes) {
    case 1:
        *(uint8_t *)to = (uint8_t)value;
        break;
    case 2:
        *(uint16_t *)to = (uint16_t)value;
        break;
    case 4:
        *(uint32_t *)to = (uint32_t)value;
        break;
    default:
        *(uint64_t *)to = value;
        break;
    }
}

static unsigned base_of(char letter) {
    switch (letter) {
    case 'x':
    case 'X':
    case 'p':
        return 16;
    case 'o':
        return 8;
    case 'i':
        return 0;
    default:
        return 10;
    }
}

/* What stands where a number should be: no digit, or a sign without one. It stays in the stream. */
static enum outcome no_number(struct reader *reader) {
    unsigned char bytes[2];
    struct stream *stream = reader->stream;
    __secateur_read_otherwise(stream);
    __secateur_fresh_bytes(stream->name, bytes, 2);
    _Bool sign = (bytes[0] == '-') | (bytes[0] == '+');
    _Bool digit = (unsigned)bytes[0] - '0' < 10, second_digit = (unsigned)bytes[1] - '0' < 10;
    klee_assume(!is_space(bytes[0]) & !digit & !(sign & second_digit));
    __secateur_used(sign ? 2 : 1);
    stream->pushed[0] = sign ? bytes[1] : bytes[0];
    stream->pushed_count = 1;
    return MISMATCHED;
}

static enum outcome endless_integer(struct reader *reader, const struct conversion *conversion, void *to) {
    struct stream *stream = reader->stream;
    if (__secateur_over(stream))
        return INPUT_ENDED;
    if (__secateur_either("not a number"))
        return no_number(reader);
    __secateur_read_otherwise(stream);
    uint64_t value = __secateur_fresh_integer(stream->name, conversion->letter, conversion->bytes);
    stream->follow = base_of(conversion->letter) == 16 ? NO_HEX_DIGIT : NO_DIGIT;
    if (!conversion->suppressed)
        store_integer(to, conversion->bytes, value);
    return MATCHED;
}

static uint64_t positive_limit(_Bool is_signed) { return is_signed ? INT64_MAX : UINT64_MAX; }
static uint64_t negative_limit(_Bool is_signed) { return is_signed ? (uint64_t)INT64_MAX + 1 : UINT64_MAX; }

static uint64_t value_of(const struct number *number, _Bool is_signed) {
    uint64_t value = number->negative ? -number->magnitude : number->magnitude;
    uint64_t extreme = is_signed ? (number->negative ? (uint64_t)INT64_MIN : (uint64_t)INT64_MAX) : UINT64_MAX;
    return number->overflow ? extreme : value;
}

/* The rest of a string, up to the end of the number: nobody reads on from there. */
static enum outcome decimal_at_end(struct reader *reader, const struct conversion *conversion, void *to) {
    _Bool is_signed = conversion->letter != 'u';
    struct text text = {.base = reader->text,
                        .start = reader->position,
                        .limit = __secateur_room(reader->text) - reader->position,
                        .most = __secateur_capacity(reader->text),
                        .width = conversion->width};
    struct number number = parse_number(text, 10, positive_limit(is_signed), negative_limit(is_signed));
    if (number.open)
        (void)*(const volatile char *)(reader->text + __secateur_room(reader->text));
    if (!number.found)
        return (number.empty | number.terminated) ? INPUT_ENDED : MISMATCHED;
    if (!conversion->suppressed)
        store_integer(to, conversion->bytes, value_of(&number, is_signed));
    return MATCHED;
}

/* Byte by byte: where something is read behind the number, other bases, and what was put back. */
static enum outcome integer_by_bytes(struct reader *reader, const struct conversion *conversion, void *to) {
    skip_space(reader);
    unsigned base = base_of(conversion->letter);
    struct number number = {0};
    size_t left = conversion->width;
    int byte = next(reader);
    if (byte == END_OF_FILE)
        return INPUT_ENDED;
    if ((byte == '-') | (byte == '+')) {
        number.negative = byte == '-';
        left--;
        byte = left > 0 ? next(reader) : END_OF_FILE;
    }
    if (left > 0 && byte == '0' && (base == 0 || base == 16)) {
        number.found = 1;
        left--;
        byte = left > 0 ? next(reader) : END_OF_FILE;
        if (left > 0 && (byte == 'x' || byte == 'X')) {
            base = 16;
            left--;
            byte = left > 0 ? next(reader) : END_OF_FILE;
        } else if (base == 0) {
            base = 8;
        }
    }
    base = base == 0 ? 10 : base;
    _Bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    uint64_t limit = number.negative ? negative_limit(is_signed) : positive_limit(is_signed);
    uint64_t most = 0, safe = never_over(limit, limit, base);
    while (left > 0 && byte != END_OF_FILE && digit_in((unsigned char)byte, base) < base) {
        unsigned digit = digit_in((unsigned char)byte, base);
        if (most > safe)
            number.overflow |= (number.magnitude > limit / base) |
                               ((number.magnitude == limit / base) & (digit > limit % base));
        else
            most = most * base + base - 1;
        number.magnitude = number.magnitude * base + digit;
        number.found = 1;
        left--;
        byte = left > 0 ? next(reader) : END_OF_FILE;
    }
    push_back(reader, byte);
    if (!number.found)
        return MISMATCHED;
    if (!conversion->suppressed)
        store_integer(to, conversion->bytes, value_of(&number, is_signed));
    return MATCHED;
}

static enum outcome integer(struct reader *reader, const struct conversion *conversion, void *to) {
    _Bool decimal = base_of(conversion->letter) == 10, any_width = conversion->width == (size_t)-1;
    if (is_endless(reader)) {
        skip_space(reader);
        if (any_width)
            return endless_integer(reader, conversion, to);
    } else if (decimal && reader->stream == NULL && conversion->is_last) {
        return decimal_at_end(reader, conversion, to);
    }
    return integer_by_bytes(reader, conversion, to);
}

static void store_floating(void *to, unsigned bytes, long double value) {
    switch (bytes) {
    case 4:
        *(float *)to = (float)value;
        break;
    case 8:
        *(double *)to = (double)value;
        break;
    default:
        *(long double *)to = value;
        break;
    }
}

static _Bool may_be_in_number(int byte) {
    return ((unsigned)byte - '0' < 10) | (byte == '.') | (byte == '-') | (byte == '+') | (((unsigned)byte | 32) - 'a' < 26);
}

static _Bool begins(const char *text, const char *word) {
    for (; *word != 0; text++, word++)
        if ((*text | 32) != *word)
            return 0;
    return 1;
}

/* How much of a text glibc takes for a number: it reads one character after the other and never goes back by more than one, so "1e" is
 * taken whole, and "0x" and "infin" are no numbers. 0 is none. */
static size_t taken_as_number(const char *text) {
    size_t at = (*text == '-') | (*text == '+');
    if (begins(text + at, "n"))
        return begins(text + at, "nan") ? at + 3 : 0;
    if (begins(text + at, "i")) {
        if (begins(text + at, "infi"))
            return begins(text + at, "infinity") ? at + 8 : 0;
        return begins(text + at, "inf") ? at + 3 : 0;
    }
    unsigned base = 10;
    if (text[at] == '0' && (text[at + 1] | 32) == 'x') {
        base = 16;
        at += 2;
    }
    _Bool digits = 0, point = 0, exponent = 0;
    size_t start = at;
    for (;; at++) {
        char c = text[at];
        if (digit_in((unsigned char)c, exponent ? 10 : base) < (exponent ? 10 : base))
            digits = 1;
        else if ((c == '-' || c == '+') && exponent && (text[at - 1] | 32) == (base == 16 ? 'p' : 'e'))
            continue;
        else if (c == '.' && !point && !exponent)
            point = 1;
        else if ((c | 32) == (base == 16 ? 'p' : 'e') && digits && !exponent)
            exponent = 1;
        else
            return at == start ? 0 : at;
    }
}

static enum outcome floating(struct reader *reader, const struct conversion *conversion, void *to) {
    if (is_endless(reader) && conversion->width == (size_t)-1) {
        skip_space(reader);
        if (__secateur_over(reader->stream))
            return INPUT_ENDED;
        if (__secateur_either("not a number"))
            return no_number(reader);
        __secateur_read_otherwise(reader->stream);
        double value = __secateur_fresh_double(reader->stream->name);
        reader->stream->follow = NO_DIGIT;
        if (!conversion->suppressed)
            store_floating(to, conversion->bytes, value);
        return MATCHED;
    }
    skip_space(reader);
    char word[64];
    size_t length = 0;
    int byte = next(reader);
    if (byte == END_OF_FILE)
        return INPUT_ENDED;
    for (; byte != END_OF_FILE && may_be_in_number(byte) && length < conversion->width; byte = next(reader)) {
        if (length == sizeof word - 1)
            __secateur_not_modelled("a floating-point number of more than 63 characters");
        word[length++] = (char)byte;
    }
    word[length] = 0;
    char *end;
    long double value = conversion->bytes > 8 ? strtold(word, &end) : strtod(word, &end);
    /* What was read too far goes back. */
    push_back(reader, byte);
    if (end < word + length) {
        size_t taken = taken_as_number(word);
        if (taken == 0 || end == word)
            return MISMATCHED;
        while (length > taken)
            push_back(reader, word[--length]);
    }
    if (length == 0)
        return MISMATCHED;
    if (!conversion->suppressed)
        store_floating(to, conversion->bytes, value);
    return MATCHED;
}

static enum outcome word(struct reader *reader, const struct conversion *conversion, char *to) {
    skip_space(reader);
    if (is_endless(reader)) {
        struct stream *stream = reader->stream;
        size_t room = conversion->suppressed ? 0 : __secateur_room(to);
        size_t most = conversion->width < room ? conversion->width : room;
        char thrown_away[64];
        if (conversion->suppressed)
            most = conversion->width < sizeof thrown_away - 1 ? conversion->width : sizeof thrown_away - 1;
        size_t length = __secateur_read_text(stream, conversion->suppressed ? thrown_away : to, most, SPACE_LEFT).length;
        /* Space in front was skipped already. */
        klee_assume((length > 0) | stream->ended);
        reader->count += length;
        return length == 0 ? INPUT_ENDED : MATCHED;
    }
    size_t length = 0;
    int byte = next(reader);
    if (byte == END_OF_FILE)
        return INPUT_ENDED;
    while (byte != END_OF_FILE && !is_space((unsigned char)byte)) {
        if (!conversion->suppressed)
            to[length] = (char)byte;
        length++;
        byte = length < conversion->width ? next(reader) : END_OF_FILE;
    }
    push_back(reader, byte);
    if (!conversion->suppressed)
        to[length] = 0;
    return MATCHED;
}

/* `%[...]`: the set stands in the format, from behind the bracket. Returns what follows it. */
static const char *end_of_set(const char *set) {
    set += *set == '^';
    set += *set == ']';
    while (*set != 0 && *set != ']')
        set++;
    return *set == 0 ? set : set + 1;
}

static _Bool is_in_set(unsigned char byte, const char *set, const char *end) {
    _Bool inverted = *set == '^', found = 0;
    set += inverted;
    for (const char *s = set; s < end - 1; s++) {
        if (s[1] == '-' && s + 2 < end - 1) {
            found |= ((unsigned char)s[0] <= byte) & (byte <= (unsigned char)s[2]);
            s += 2;
        } else {
            found |= (unsigned char)*s == byte;
        }
    }
    return found != inverted;
}

static enum outcome set(struct reader *reader, const struct conversion *conversion, const char *first, const char *end,
                        char *to) {
    size_t length = 0;
    int byte = next(reader);
    if (byte == END_OF_FILE)
        return INPUT_ENDED;
    while (byte != END_OF_FILE && is_in_set((unsigned char)byte, first, end)) {
        if (!conversion->suppressed)
            to[length] = (char)byte;
        length++;
        byte = length < conversion->width ? next(reader) : END_OF_FILE;
    }
    push_back(reader, byte);
    if (length == 0)
        return MISMATCHED;
    if (!conversion->suppressed)
        to[length] = 0;
    return MATCHED;
}

static enum outcome characters(struct reader *reader, const struct conversion *conversion, char *to) {
    size_t wanted = conversion->width == (size_t)-1 ? 1 : conversion->width;
    for (size_t i = 0; i < wanted; i++) {
        int byte = next(reader);
        if (byte == END_OF_FILE)
            return i == 0 ? INPUT_ENDED : MATCHED;
        if (!conversion->suppressed)
            to[i] = (char)byte;
    }
    return MATCHED;
}

/* From behind the percent sign to behind the letter. */
static const char *read_conversion(const char *format, struct conversion *conversion) {
    *conversion = (struct conversion){.width = (size_t)-1, .bytes = 4};
    if (*format == '*') {
        conversion->suppressed = 1;
        format++;
    }
    if (*format == 'm') {
        conversion->allocates = 1;
        format++;
    }
    if ((unsigned)*format - '1' < 9) {
        conversion->width = 0;
        for (; (unsigned)*format - '0' < 10; format++)
            conversion->width = conversion->width * 10 + (size_t)(*format - '0');
    }
    for (;; format++) {
        switch (*format) {
        case 'h':
            conversion->bytes = conversion->bytes == 2 ? 1 : 2;
            continue;
        case 'l':
        case 'j':
        case 'z':
        case 't':
        case 'q':
            conversion->bytes = 8;
            continue;
        case 'L':
            conversion->bytes = 16;
            continue;
        default:
            conversion->letter = *format;
            conversion->is_last = *format == 0 || format[1] == 0;
            return format + 1;
        }
    }
}

static int scan(struct reader *reader, const char *format, va_list arguments) {
    int assigned = 0;
    while (*format != 0) {
        if (is_space((unsigned char)*format)) {
            skip_space(reader);
            format++;
            continue;
        }
        struct conversion conversion = {0};
        enum outcome outcome;
        if (*format != '%' || format[1] == '%') {
            _Bool percent = *format == '%';
            if (percent)
                skip_space(reader);
            int byte = next(reader);
            outcome = byte == END_OF_FILE ? INPUT_ENDED : byte == (unsigned char)*format ? MATCHED : MISMATCHED;
            if (outcome == MISMATCHED)
                push_back(reader, byte);
            format += percent ? 2 : 1;
            if (outcome == MATCHED)
                continue;
            return outcome == INPUT_ENDED && assigned == 0 ? END_OF_FILE : assigned;
        }
        format = read_conversion(format + 1, &conversion);
        if (conversion.allocates)
            __secateur_not_modelled("scanf with %m");
        void *to = conversion.suppressed ? NULL : va_arg(arguments, void *);
        switch (conversion.letter) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            outcome = integer(reader, &conversion, to);
            break;
        case 'p':
            conversion.bytes = 8;
            outcome = integer(reader, &conversion, to);
            break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            outcome = floating(reader, &conversion, to);
            break;
        case 's':
            outcome = word(reader, &conversion, to);
            break;
        case 'c':
            outcome = characters(reader, &conversion, to);
            break;
        case '[': {
            const char *end = end_of_set(format);
            outcome = set(reader, &conversion, format, end, to);
            format = end;
            break;
        }
        case 'n':
            if (!conversion.suppressed)
                store_integer(to, conversion.bytes, reader->count);
            continue;
        default:
            __secateur_not_modelled("an unusual conversion of scanf");
        }
        if (outcome != MATCHED)
            return outcome == INPUT_ENDED && assigned == 0 ? END_OF_FILE : assigned;
        assigned += !conversion.suppressed;
    }
    return assigned;
}

int vfscanf(struct stream *stream, const char *format, va_list arguments) {
    struct reader reader = {stream, NULL, 0, 0};
    return scan(&reader, format, arguments);
}

int vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }

int vsscanf(const char *text, const char *format, va_list arguments) {
    struct reader reader = {NULL, text, 0, 0};
    return scan(&reader, format, arguments);
}

#define WITH_ARGUMENTS(call)                                                                                           \
    va_list arguments;                                                                                                 \
    va_start(arguments, format);                                                                                       \
    int assigned = call;                                                                                               \
    va_end(arguments);                                                                                                 \
    return assigned;

int scanf(const char *format, ...) { WITH_ARGUMENTS(vfscanf(stdin, format, arguments)) }
int fscanf(struct stream *stream, const char *format, ...) { WITH_ARGUMENTS(vfscanf(stream, format, arguments)) }
int sscanf(const char *text, const char *format, ...) { WITH_ARGUMENTS(vsscanf(text, format, arguments)) }

/* The names headers redirect to. */
int __isoc99_scanf(const char *format, ...) { WITH_ARGUMENTS(vfscanf(stdin, format, arguments)) }
int __isoc99_fscanf(struct stream *stream, const char *format, ...) { WITH_ARGUMENTS(vfscanf(stream, format, arguments)) }
int __isoc99_sscanf(const char *text, const char *format, ...) { WITH_ARGUMENTS(vsscanf(text, format, arguments)) }
int __isoc23_scanf(const char *format, ...) { WITH_ARGUMENTS(vfscanf(stdin, format, arguments)) }
int __isoc23_fscanf(struct stream *stream, const char *format, ...) { WITH_ARGUMENTS(vfscanf(stream, format, arguments)) }
int __isoc23_sscanf(const char *text, const char *format, ...) { WITH_ARGUMENTS(vsscanf(text, format, arguments)) }
int __isoc99_vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }
int __isoc99_vfscanf(struct stream *s, const char *format, va_list arguments) { return vfscanf(s, format, arguments); }
int __isoc99_vsscanf(const char *text, const char *format, va_list arguments) { return vsscanf(text, format, arguments); }
