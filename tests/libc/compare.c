/* The models of runtime/libc against the system's library, on random and on nasty inputs.
 *
 * The models are linked with every symbol prefixed by `model_` (see crates/cli/tests/libc_models.rs). Prints each
 * difference and exits with 1 if there was one.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* memory.c's own memcpy, memmove and memset are one machine operation each, natively a call of the system's. They are
 * compiled under the names own_memcpy, ..., so that this call does not reach themselves. */
void *model_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *model_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *model_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
void *model_malloc(size_t n) { return malloc(n); }
void model_free(void *p) { free(p); }
int *model___errno_location(void) { return &errno; }

/* compare_input.c */
void compare_input(void);
extern int input_failures;
/* compare_float.c */
void compare_float(void);
extern int float_failures;
/* compare_memory.c */
void compare_memory(void);
extern int memory_failures;
/* compare_regex.c */
void compare_regex(void);
extern int regex_failures;
/* compare_time.c */
void compare_time(void);
extern int time_failures;
/* compare_encoding.c */
void compare_encoding(void);
extern int encoding_failures;
/* compare_names.c */
void compare_names(void);
extern int names_failures;
/* compare_options.c */
void compare_options(void);
extern int options_failures;

static int failures;

#define SAME(what, ours, theirs)                                                                                       \
    do {                                                                                                               \
        long long o = (long long)(ours), t = (long long)(theirs);                                                      \
        if (o != t) {                                                                                                  \
            printf("%s:%d: %s: ours %lld, theirs %lld (\"%s\", \"%s\", %d)\n", __FILE__, __LINE__, what, o, t, a, b, n); \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

static uint64_t seed = 88172645463325252ull;
static unsigned random_below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

/* Strings over few letters, so that matches happen. */
static void random_string(char *s, int limit, const char *letters) {
    int length = random_below(limit);
    for (int i = 0; i < length; i++)
        s[i] = letters[random_below(strlen(letters))];
    s[length] = 0;
}

#define SIGN(x) (((x) > 0) - ((x) < 0))
#define OFFSET(p, from) ((p) ? (long long)((const char *)(p) - (const char *)(from)) : -1LL)

#define INT(name, ...) int model_##name(__VA_ARGS__)
#define SIZE(name, ...) size_t model_##name(__VA_ARGS__)
#define CHARS(name, ...) char *model_##name(__VA_ARGS__)
INT(memcmp, const void *, const void *, size_t);
INT(strcmp, const char *, const char *);
INT(strncmp, const char *, const char *, size_t);
INT(strcasecmp, const char *, const char *);
INT(strncasecmp, const char *, const char *, size_t);
SIZE(strlen, const char *);
SIZE(strnlen, const char *, size_t);
SIZE(strspn, const char *, const char *);
SIZE(strcspn, const char *, const char *);
SIZE(strxfrm, char *, const char *, size_t);
SIZE(strlcpy, char *, const char *, size_t);
SIZE(strlcat, char *, const char *, size_t);
CHARS(strchr, const char *, int);
CHARS(strchrnul, const char *, int);
CHARS(strrchr, const char *, int);
CHARS(strstr, const char *, const char *);
CHARS(strcasestr, const char *, const char *);
CHARS(strpbrk, const char *, const char *);
CHARS(strcpy, char *, const char *);
CHARS(strncpy, char *, const char *, size_t);
CHARS(stpcpy, char *, const char *);
CHARS(stpncpy, char *, const char *, size_t);
CHARS(strcat, char *, const char *);
CHARS(strncat, char *, const char *, size_t);
CHARS(strdup, const char *);
CHARS(strndup, const char *, size_t);
CHARS(strtok_r, char *, const char *, char **);
CHARS(strtok, char *, const char *);
CHARS(strsep, char **, const char *);
void *model_memchr(const void *, int, size_t);
void *model_memrchr(const void *, int, size_t);
void *model_rawmemchr(const void *, int);
void *model_memmem(const void *, size_t, const void *, size_t);
void *model_memccpy(void *, const void *, int, size_t);
void model_swab(const void *, void *, ssize_t);
void *model_mempcpy(void *, const void *, size_t);
void *model_own_memmove(void *, const void *, size_t);

static void compare_strings(const char *a, const char *b, int n) {
    size_t la = strlen(a), lb = strlen(b), least = la < lb ? la : lb;
    SAME("strlen", model_strlen(a), la);
    SAME("strnlen", model_strnlen(a, n), strnlen(a, n));
    SAME("strcmp", SIGN(model_strcmp(a, b)), SIGN(strcmp(a, b)));
    SAME("strncmp", SIGN(model_strncmp(a, b, n)), SIGN(strncmp(a, b, n)));
    SAME("strcasecmp", model_strcasecmp(a, b), strcasecmp(a, b));
    SAME("strncasecmp", model_strncasecmp(a, b, n), strncasecmp(a, b, n));
    SAME("memcmp", SIGN(model_memcmp(a, b, least + 1)), SIGN(memcmp(a, b, least + 1)));
    SAME("strspn", model_strspn(a, b), strspn(a, b));
    SAME("strcspn", model_strcspn(a, b), strcspn(a, b));
    SAME("strpbrk", OFFSET(model_strpbrk(a, b), a), OFFSET(strpbrk(a, b), a));
    SAME("strstr", OFFSET(model_strstr(a, b), a), OFFSET(strstr(a, b), a));
    SAME("strcasestr", OFFSET(model_strcasestr(a, b), a), OFFSET(strcasestr(a, b), a));
    SAME("memmem", OFFSET(model_memmem(a, la, b, lb), a), OFFSET(memmem(a, la, b, lb), a));
    int c = b[0];
    SAME("strchr", OFFSET(model_strchr(a, c), a), OFFSET(strchr(a, c), a));
    SAME("strchrnul", OFFSET(model_strchrnul(a, c), a), OFFSET(strchrnul(a, c), a));
    SAME("strrchr", OFFSET(model_strrchr(a, c), a), OFFSET(strrchr(a, c), a));
    SAME("memchr", OFFSET(model_memchr(a, c, la), a), OFFSET(memchr(a, c, la), a));
    SAME("memrchr", OFFSET(model_memrchr(a, c, la), a), OFFSET(memrchr(a, c, la), a));
    SAME("rawmemchr", OFFSET(model_rawmemchr(a, 0), a), (long long)la);
}

#define BUFFER 64
#define COPY(what, ours, theirs)                                                                                       \
    do {                                                                                                               \
        char x[BUFFER], y[BUFFER];                                                                                     \
        memset(x, '#', BUFFER), memset(y, '#', BUFFER);                                                                \
        strcpy(x, b), strcpy(y, b);                                                                                    \
        char *to = x;                                                                                                  \
        long long mine = OFFSET(ours, x);                                                                              \
        to = y;                                                                                                        \
        long long system = OFFSET(theirs, y);                                                                          \
        SAME(what, mine, system);                                                                                      \
        SAME(what " bytes", memcmp(x, y, BUFFER), 0);                                                                  \
    } while (0)

static void compare_copies(const char *a, const char *b, int n) {
    COPY("strcpy", model_strcpy(to, a), strcpy(to, a));
    COPY("stpcpy", model_stpcpy(to, a), stpcpy(to, a));
    COPY("strncpy", model_strncpy(to, a, n), strncpy(to, a, n));
    COPY("stpncpy", model_stpncpy(to, a, n), stpncpy(to, a, n));
    COPY("strcat", model_strcat(to, a), strcat(to, a));
    COPY("strncat", model_strncat(to, a, n), strncat(to, a, n));
    COPY("mempcpy", model_mempcpy(to, a, strlen(a)), mempcpy(to, a, strlen(a)));
    COPY("memccpy", model_memccpy(to, a, b[0], strlen(a)), memccpy(to, a, b[0], strlen(a)));
    COPY("swab", (model_swab(a, to, (ssize_t)strlen(a)), to), (swab(a, to, (ssize_t)strlen(a)), to));
    COPY("memmove", model_own_memmove(to + 3, to, n), memmove(to + 3, to, n));
    COPY("strxfrm", to + model_strxfrm(to, a, 5), to + strxfrm(to, a, 5));

    /* The system's library may lack these two: compare with what they promise. */
    char x[BUFFER];
    SAME("strlcpy", model_strlcpy(x, a, 5), strlen(a));
    SAME("strlcpy text", strncmp(x, a, 4) == 0 && strlen(x) < 5, 1);
    strcpy(x, "ab");
    SAME("strlcat", model_strlcat(x, a, 6), 2 + strlen(a));
    SAME("strlcat text", strncmp(x, "ab", 2) == 0 && strncmp(x + 2, a, 3) == 0 && strlen(x) < 6, 1);
    strcpy(x, "abcdef");
    SAME("strlcat full", model_strlcat(x, a, 3), 3 + strlen(a));
    SAME("strlcat full text", strcmp(x, "abcdef"), 0);

    char *copy = model_strdup(a), *part = model_strndup(a, n);
    SAME("strdup", strcmp(copy, a), 0);
    SAME("strndup", strncmp(part, a, n) == 0 && strlen(part) == strnlen(a, n), 1);
    free(copy), free(part);
}

static void compare_tokens(const char *a, const char *b, int n) {
    char x[BUFFER], y[BUFFER], z[BUFFER], *rest_x, *rest_y;
    strcpy(x, a), strcpy(y, a), strcpy(z, a);
    char *p = model_strtok_r(x, b, &rest_x), *q = strtok_r(y, b, &rest_y), *r = model_strtok(z, b);
    for (int i = 0; i < 20 && (p || q); i++) {
        SAME("strtok_r", OFFSET(p, x), OFFSET(q, y));
        SAME("strtok", OFFSET(r, z), OFFSET(q, y));
        p = model_strtok_r(NULL, b, &rest_x), q = strtok_r(NULL, b, &rest_y), r = model_strtok(NULL, b);
    }
    SAME("strtok_r bytes", memcmp(x, y, strlen(a) + 1), 0);
    strcpy(x, a), strcpy(y, a);
    rest_x = x, rest_y = y;
    do {
        p = model_strsep(&rest_x, b), q = strsep(&rest_y, b);
        SAME("strsep", OFFSET(p, x), OFFSET(q, y));
    } while (p && q);
}

INT(isalnum, int);
INT(isalpha, int);
INT(isblank, int);
INT(iscntrl, int);
INT(isdigit, int);
INT(isgraph, int);
INT(islower, int);
INT(isprint, int);
INT(ispunct, int);
INT(isspace, int);
INT(isupper, int);
INT(isxdigit, int);
INT(isascii, int);
INT(toascii, int);
INT(tolower, int);
INT(toupper, int);
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void);
const int **model___ctype_toupper_loc(void);

static void compare_characters(void) {
    const char *a = "", *b = "";
    for (int n = -128; n < 256; n++) {
        SAME("class table", (*model___ctype_b_loc())[n], (*__ctype_b_loc())[n]);
        SAME("lower table", (*model___ctype_tolower_loc())[n], (*__ctype_tolower_loc())[n]);
        SAME("upper table", (*model___ctype_toupper_loc())[n], (*__ctype_toupper_loc())[n]);
        if (n < -1)
            continue;
#define CLASS(name) SAME(#name, !!model_##name(n), !!name(n))
        CLASS(isalnum); CLASS(isalpha); CLASS(isblank); CLASS(iscntrl); CLASS(isdigit); CLASS(isgraph);
        CLASS(islower); CLASS(isprint); CLASS(ispunct); CLASS(isspace); CLASS(isupper); CLASS(isxdigit);
        SAME("isascii", !!model_isascii(n), !!isascii(n));
        SAME("toascii", model_toascii(n), toascii(n));
        SAME("tolower", model_tolower(n), tolower(n));
        SAME("toupper", model_toupper(n), toupper(n));
    }
}

long model_strtol(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
INT(atoi, const char *);
long model_atol(const char *);

static void compare_number(const char *a, int n) {
    const char *b = "";
    char *end_x = NULL, *end_y = NULL;
    errno = 0;
    long x = model_strtol(a, &end_x, n);
    int error_x = errno;
    errno = 0;
    long y = strtol(a, &end_y, n);
    SAME("strtol", x, y);
    SAME("strtol errno", error_x, errno);
    if (n != 1 && n <= 36) /* glibc leaves the end alone on a bad base */
        SAME("strtol end", OFFSET(end_x, a), OFFSET(end_y, a));
    errno = 0;
    unsigned long u = model_strtoul(a, &end_x, n);
    error_x = errno;
    errno = 0;
    unsigned long v = strtoul(a, &end_y, n);
    SAME("strtoul", u, v);
    SAME("strtoul errno", error_x, errno);
    if (n == 10) {
        SAME("atoi", model_atoi(a), atoi(a));
        SAME("atol", model_atol(a), atol(a));
    }
}

static const char *const numbers[] = {
    "", " ", "-", "+", "0", "-0", "00", "0x", "0x ", "0xg", "0X1f", "-0x10", "+7", " \t\n\v\f\r42", "--1", "+-1", "08", "09",
    "0b1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
    "99999999999999999999999999", "7fffffffffffffff", "0x7fffffffffffffff", "0x8000000000000000", "zz", "Zz9", "12a", "1 2",
    "2147483648", "-2147483649", "4294967295", "1777777777777777777777", "01777777777777777777777", "02000000000000000000000",
};

void model_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *model_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

struct Pair {
    int key, tag;
    char padding[5];
};

static int by_key(const void *a, const void *b) {
    const struct Pair *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void compare_sorting(int n) {
    const char *a = "", *b = "";
    struct Pair x[200], y[200];
    for (int i = 0; i < n; i++)
        x[i] = y[i] = (struct Pair){.key = random_below(n + 1), .tag = i, .padding = "pad"};
    model_qsort(x, n, sizeof *x, by_key);
    qsort(y, n, sizeof *y, by_key);
    for (int i = 0; i < n; i++) {
        SAME("qsort key", x[i].key, y[i].key);
        SAME("qsort tag", x[i].tag, y[i].tag);
        SAME("qsort bytes", strcmp(x[i].padding, "pad"), 0);
    }
    for (int key = 0; key <= n; key++) {
        struct Pair wanted = {.key = key};
        SAME("bsearch", OFFSET(model_bsearch(&wanted, x, n, sizeof *x, by_key), x),
             OFFSET(bsearch(&wanted, x, n, sizeof *x, by_key), x));
    }
}

INT(abs, int);
div_t model_div(int, int);
ldiv_t model_ldiv(long, long);
INT(ffs, int);
INT(ffsl, long);

static void compare_arithmetic(void) {
    const char *a = "", *b = "";
    for (int i = 0; i < 1000; i++) {
        int n = (int)(seed >> random_below(60)), m = random_below(1000) + 1;
        SAME("abs", model_abs(n | 1), abs(n | 1));
        SAME("div", model_div(n, m).quot * 7LL + model_div(n, m).rem, div(n, m).quot * 7LL + div(n, m).rem);
        SAME("ldiv", model_ldiv(n, -m).quot * 7LL + model_ldiv(n, -m).rem, ldiv(n, -m).quot * 7LL + ldiv(n, -m).rem);
        SAME("ffs", model_ffs(n), ffs(n));
        SAME("ffsl", model_ffsl((long)seed), ffsl((long)seed));
    }
}

int main(void) {
    char a[BUFFER], b[BUFFER];
    for (int i = 0; i < 20000; i++) {
        const char *letters = i % 2 ? "ab" : "aBbA,\xe4 ;";
        random_string(a, i % 3 ? 20 : 5, letters);
        random_string(b, i % 5 ? 4 : 20, letters);
        int n = random_below(12);
        compare_strings(a, b, n);
        compare_copies(a, b, n);
        compare_tokens(a, b, n);
        random_string(a, 24, i % 2 ? "0123456789" : "0x1fz- +");
        compare_number(a, (int[]){0, 2, 8, 10, 16, 36}[random_below(6)]);
    }
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        for (int base = 0; base <= 37; base++)
            compare_number(numbers[i], base);
    compare_characters();
    for (int n = 0; n < 200; n++)
        compare_sorting(n);
    compare_arithmetic();
    compare_input();
    failures += input_failures;
    compare_float();
    failures += float_failures;
    compare_memory();
    failures += memory_failures;
    compare_regex();
    failures += regex_failures;
    compare_time();
    failures += time_failures;
    compare_encoding();
    failures += encoding_failures;
    compare_names();
    failures += names_failures;
    compare_options();
    failures += options_failures;
    if (failures)
        printf("%d differences\n", failures);
    return failures != 0;
}
