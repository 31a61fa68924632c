/* Character classes of the C locale: functions without branches, and the tables glibc's macros index.
 *
 * glibc's <ctype.h> expands isdigit(c) and the others into a look-up in the table __ctype_b_loc() points to, for c from
 * -128 to 255. A symbolic c makes that a read at a symbolic offset; compiled with -D__NO_CTYPE a program calls the
 * functions instead, which are range compares.
 */

static int between(int c, int low, int high) { return (unsigned)c - low <= (unsigned)(high - low); }

int isdigit(int c) { return between(c, '0', '9'); }
int isupper(int c) { return between(c, 'A', 'Z'); }
int islower(int c) { return between(c, 'a', 'z'); }
int isalpha(int c) { return isupper(c) | islower(c); }
int isalnum(int c) { return isalpha(c) | isdigit(c); }
int isxdigit(int c) { return isdigit(c) | between(c, 'A', 'F') | between(c, 'a', 'f'); }
int isblank(int c) { return (c == ' ') | (c == '\t'); }
int isspace(int c) { return (c == ' ') | between(c, '\t', '\r'); }
int iscntrl(int c) { return between(c, 0, 31) | (c == 127); }
int isprint(int c) { return between(c, 32, 126); }
int isgraph(int c) { return between(c, 33, 126); }
int ispunct(int c) { return isgraph(c) & !isalnum(c); }
int isascii(int c) { return between(c, 0, 127); }
int toascii(int c) { return c & 127; }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* glibc's bits, as they lie in a little-endian word. */
enum {
    UPPER = 1 << 8,
    LOWER = 1 << 9,
    ALPHA = 1 << 10,
    DIGIT = 1 << 11,
    XDIGIT = 1 << 12,
    SPACE = 1 << 13,
    PRINT = 1 << 14,
    GRAPH = 1 << 15,
    BLANK = 1 << 0,
    CNTRL = 1 << 1,
    PUNCT = 1 << 2,
    ALNUM = 1 << 3,
};

#define FIRST 128 /* the index of character 0 */
#define VISIBLE (PRINT | GRAPH)
#define LETTER (VISIBLE | ALPHA | ALNUM)
#define AT(from, to) [FIRST + (from)... FIRST + (to)]

static const unsigned short classes[384] = {
    AT(0, 8) = CNTRL,
    AT('\t', '\t') = CNTRL | SPACE | BLANK,
    AT('\n', '\r') = CNTRL | SPACE,
    AT(14, 31) = CNTRL,
    AT(' ', ' ') = PRINT | SPACE | BLANK,
    AT('!', '/') = VISIBLE | PUNCT,
    AT('0', '9') = VISIBLE | ALNUM | DIGIT | XDIGIT,
    AT(':', '@') = VISIBLE | PUNCT,
    AT('A', 'F') = LETTER | UPPER | XDIGIT,
    AT('G', 'Z') = LETTER | UPPER,
    AT('[', '`') = VISIBLE | PUNCT,
    AT('a', 'f') = LETTER | LOWER | XDIGIT,
    AT('g', 'z') = LETTER | LOWER,
    AT('{', '~') = VISIBLE | PUNCT,
    AT(127, 127) = CNTRL,
};

#define ROW4(n) (n), (n) + 1, (n) + 2, (n) + 3
#define ROW16(n) ROW4(n), ROW4((n) + 4), ROW4((n) + 8), ROW4((n) + 12)
#define ROW64(n) ROW16(n), ROW16((n) + 16), ROW16((n) + 32), ROW16((n) + 48)
/* A letter block: the 26 letters from `from` become those from `to`. */
#define LETTERS(to) ROW16(to), ROW4((to) + 16), ROW4((to) + 20), (to) + 24, (to) + 25
/* Negative characters stand for the upper half, except EOF. */
#define BELOW_ZERO ROW64(128), ROW16(192), ROW16(208), ROW16(224), ROW4(240), ROW4(244), ROW4(248), 252, 253, 254, -1

static const int lower_case[384] = {
    BELOW_ZERO, ROW64(0), 64, LETTERS('a'), ROW4(91), 95, ROW16(96), ROW16(112), ROW64(128), ROW64(192),
};

static const int upper_case[384] = {
    BELOW_ZERO, ROW64(0), ROW16(64), ROW16(80), 96, LETTERS('A'), ROW4(123), 127, ROW64(128), ROW64(192),
};

const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = classes + FIRST;
    return &table;
}

const int **__ctype_tolower_loc(void) {
    static const int *table = lower_case + FIRST;
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table = upper_case + FIRST;
    return &table;
}
