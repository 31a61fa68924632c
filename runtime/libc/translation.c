/* libintl.h, locale.h and what depends on a locale: there is one, C's, by the name of "C" or "POSIX".
 *
 * No catalogue of messages is ever found, so a message is its own translation, as in glibc under that locale. A program that
 * asks for the user's locale (an empty name) gets it too: a test is replayed without variables that say otherwise.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>

#include "engine.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *s);

/* Messages. */
char *dcgettext(const char *domain, const char *message, int category) {
    (void)domain, (void)category;
    return (char *)message;
}
char *__dcgettext(const char *domain, const char *message, int category) { return dcgettext(domain, message, category); }
char *dgettext(const char *domain, const char *message) { return dcgettext(domain, message, 5); }
char *gettext(const char *message) { return (char *)message; }
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    (void)domain, (void)category;
    return (char *)(n == 1 ? one : many);
}
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    return dcngettext(domain, one, many, n, 5);
}
char *ngettext(const char *one, const char *many, unsigned long n) { return dcngettext(NULL, one, many, n, 5); }

static char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = __secateur_allocate(size);
    __builtin_memcpy(copy, text, size);
    return copy;
}

static char *current_domain = "messages";

char *textdomain(const char *domain) {
    if (domain != NULL)
        current_domain = *domain == 0 ? "messages" : copied(domain);
    return current_domain;
}

/* Where the messages of a domain are, and in which encoding. */
static struct binding {
    char *domain, *folder, *codeset;
    struct binding *next;
} *bindings;

static struct binding *binding_of(const char *domain) {
    for (struct binding *known = bindings; known != NULL; known = known->next)
        if (strcmp(known->domain, domain) == 0)
            return known;
    struct binding *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = (struct binding){.domain = copied(domain), .folder = "/usr/share/locale", .next = bindings};
    return bindings = fresh;
}

char *bindtextdomain(const char *domain, const char *folder) {
    if (domain == NULL || *domain == 0)
        return NULL;
    struct binding *binding = binding_of(domain);
    if (folder != NULL)
        binding->folder = copied(folder);
    return binding->folder;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    if (domain == NULL || *domain == 0)
        return NULL;
    struct binding *binding = binding_of(domain);
    if (codeset != NULL)
        binding->codeset = copied(codeset);
    return binding->codeset;
}

/* Locales. */
static _Bool is_known(const char *name) { return *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0; }

char *setlocale(int category, const char *locale) {
    static char name[] = "C";
    /* LC_CTYPE to LC_IDENTIFICATION */
    if (category < 0 || category > 12)
        return NULL;
    return locale == NULL || is_known(locale) ? name : NULL;
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
    char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char numbers[14];
};

struct lconv *localeconv(void) {
    static struct lconv convention;
    convention = (struct lconv){".", "", "", "", "", "", "", "", "", "", {0}};
    __builtin_memset(convention.numbers, CHAR_MAX, sizeof convention.numbers);
    return &convention;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

/* Locales as values: what is in one nobody looks at, as all are the same. */
struct locale {
    char inside[232];
};
static struct locale the_locale;
static struct locale *used = (struct locale *)-1;

struct locale *newlocale(int mask, const char *name, struct locale *base) {
    (void)base;
    if (mask & ~0x1fbf) {
        errno = EINVAL;
        return NULL;
    }
    if (name == NULL) {
        errno = EINVAL;
        return NULL;
    }
    if (!is_known(name)) {
        errno = ENOENT;
        return NULL;
    }
    return &the_locale;
}

struct locale *duplocale(struct locale *locale) { return (void)locale, &the_locale; }
void freelocale(struct locale *locale) { (void)locale; }
struct locale *uselocale(struct locale *locale) {
    struct locale *before = used;
    used = locale == NULL ? used : locale;
    return before;
}

char *nl_langinfo(int item);
char *nl_langinfo_l(int item, struct locale *locale) { return (void)locale, nl_langinfo(item); }

/* Functions with a locale are those without. */
#define CLASS(name)                                                                                                    \
    int name(int c);                                                                                                   \
    int name##_l(int c, struct locale *locale) { return (void)locale, name(c); }                                       \
    int __##name##_l(int c, struct locale *locale) { return (void)locale, name(c); }
CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower) CLASS(isprint)
CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit) CLASS(tolower) CLASS(toupper)
CLASS(iswalnum) CLASS(iswalpha) CLASS(iswblank) CLASS(iswcntrl) CLASS(iswdigit) CLASS(iswgraph) CLASS(iswlower)
CLASS(iswprint) CLASS(iswpunct) CLASS(iswspace) CLASS(iswupper) CLASS(iswxdigit) CLASS(towlower) CLASS(towupper)

#define WITH_LOCALE(type, name, parameters, declared, given)                                                           \
    type name parameters;                                                                                              \
    type name##_l declared { return (void)locale, name given; }                                                        \
    type __##name##_l declared { return (void)locale, name given; }
WITH_LOCALE(int, strcoll, (const char *, const char *), (const char *a, const char *b, struct locale *locale), (a, b))
WITH_LOCALE(int, strcasecmp, (const char *, const char *), (const char *a, const char *b, struct locale *locale), (a, b))
WITH_LOCALE(int, strncasecmp, (const char *, const char *, size_t),
            (const char *a, const char *b, size_t n, struct locale *locale), (a, b, n))
WITH_LOCALE(size_t, strxfrm, (char *, const char *, size_t),
            (char *to, const char *from, size_t n, struct locale *locale), (to, from, n))
WITH_LOCALE(long, strtol, (const char *, char **, int),
            (const char *text, char **end, int base, struct locale *locale), (text, end, base))
WITH_LOCALE(long long, strtoll, (const char *, char **, int),
            (const char *text, char **end, int base, struct locale *locale), (text, end, base))
WITH_LOCALE(unsigned long, strtoul, (const char *, char **, int),
            (const char *text, char **end, int base, struct locale *locale), (text, end, base))
WITH_LOCALE(unsigned long long, strtoull, (const char *, char **, int),
            (const char *text, char **end, int base, struct locale *locale), (text, end, base))
WITH_LOCALE(double, strtod, (const char *, char **), (const char *text, char **end, struct locale *locale), (text, end))
WITH_LOCALE(float, strtof, (const char *, char **), (const char *text, char **end, struct locale *locale), (text, end))
WITH_LOCALE(long double, strtold, (const char *, char **), (const char *text, char **end, struct locale *locale),
            (text, end))
WITH_LOCALE(char *, strerror, (int), (int number, struct locale *locale), (number))
struct tm;
WITH_LOCALE(size_t, strftime, (char *, size_t, const char *, const struct tm *),
            (char *to, size_t room, const char *format, const struct tm *tm, struct locale *locale),
            (to, room, format, tm))

/* An answer to a question: of one that is yes or no the first letter says which. */
int rpmatch(const char *answer) {
    char letter = answer[0];
    _Bool yes = (letter == 'y') | (letter == 'Y'), no = (letter == 'n') | (letter == 'N');
    return yes ? 1 : no ? 0 : -1;
}
