/* wchar.h and langinfo.h in the C locale: a wide character is a byte below 128. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

typedef int wide;

size_t wcslen(const wide *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wide *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wide *wcscpy(wide *restrict to, const wide *restrict from) {
    size_t apart = __secateur_apart(to, from) / sizeof *to;
    for (size_t i = 0;; i++) {
        if (i == apart)
            __secateur_overlapping_copy();
        if ((to[i] = from[i]) == 0)
            return to;
    }
}

wide *wcsncpy(wide *restrict to, const wide *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wide *wcscat(wide *restrict to, const wide *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wide *wcsncat(wide *restrict to, const wide *restrict from, size_t n) {
    wide *end = to + wcslen(to);
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

int wcscmp(const wide *a, const wide *b) {
    while ((*a == *b) & (*a != 0)) {
        a++;
        b++;
    }
    return (*a > *b) - (*a < *b);
}

int wcsncmp(const wide *a, const wide *b, size_t n) {
    for (; n > 0; n--, a++, b++)
        if ((*a != *b) | (*a == 0))
            return (*a > *b) - (*a < *b);
    return 0;
}

wide *wcschr(const wide *s, wide c) {
    while ((*s != c) & (*s != 0))
        s++;
    return *s == c ? (wide *)s : NULL;
}

wide *wcsrchr(const wide *s, wide c) {
    const wide *last = NULL;
    do
        last = *s == c ? s : last;
    while (*s++ != 0);
    return (wide *)last;
}

wide *wmemset(wide *to, wide c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wide *wmemcpy(wide *restrict to, const wide *restrict from, size_t n) { return __builtin_memcpy(to, from, n * sizeof *to); }
wide *wmemmove(wide *to, const wide *from, size_t n) { return __builtin_memmove(to, from, n * sizeof *to); }

/* Bytes to wide characters and back. A byte above 127 is an error in the C locale. */
int mbtowc(wide *restrict to, const char *restrict from, size_t n) {
    if (from == NULL)
        return 0;
    if (n == 0)
        return -1;
    unsigned char byte = (unsigned char)*from;
    if (byte >= 128) {
        errno = EILSEQ;
        return -1;
    }
    if (to != NULL)
        *to = byte;
    return byte != 0;
}

size_t mbrtowc(wide *restrict to, const char *restrict from, size_t n, void *restrict state) {
    (void)state;
    return n == 0 && from != NULL ? (size_t)-2 : (size_t)(long)mbtowc(to, from, n);
}

int wctomb(char *to, wide c) {
    if (to == NULL)
        return 0;
    if (c < 0 || c >= 128) {
        errno = EILSEQ;
        return -1;
    }
    *to = (char)c;
    return 1;
}

size_t wcrtomb(char *restrict to, wide c, void *restrict state) {
    (void)state;
    return to == NULL ? 1 : (size_t)(long)wctomb(to, c);
}

int mblen(const char *from, size_t n) { return mbtowc(NULL, from, n); }
int mbsinit(const void *state) { return (void)state, 1; }
wide btowc(int byte) { return byte >= 0 && byte < 128 ? byte : -1; }
int wctob(wide c) { return c >= 0 && c < 128 ? c : -1; }

size_t mbstowcs(wide *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; to == NULL || i < n; i++) {
        wide c = 0;
        if (mbtowc(&c, from + i, 1) < 0)
            return (size_t)-1;
        if (to != NULL)
            to[i] = c;
        if (c == 0)
            break;
    }
    return i;
}

size_t wcstombs(char *restrict to, const wide *restrict from, size_t n) {
    size_t i = 0;
    for (; to == NULL || i < n; i++) {
        if (from[i] < 0 || from[i] >= 128) {
            errno = EILSEQ;
            return (size_t)-1;
        }
        if (to != NULL)
            to[i] = (char)from[i];
        if (from[i] == 0)
            break;
    }
    return i;
}

/* Classes of wide characters. */
int iswdigit(wide c) { return (unsigned)c - '0' < 10; }
int iswlower(wide c) { return (unsigned)c - 'a' < 26; }
int iswupper(wide c) { return (unsigned)c - 'A' < 26; }
int iswalpha(wide c) { return ((unsigned)c | 32) - 'a' < 26; }
int iswalnum(wide c) { return iswalpha(c) | iswdigit(c); }
int iswspace(wide c) { return (c == ' ') | ((unsigned)c - '\t' < 5); }
int iswblank(wide c) { return (c == ' ') | (c == '\t'); }
int iswprint(wide c) { return (unsigned)c - 32 < 95; }
int iswgraph(wide c) { return (unsigned)c - 33 < 94; }
int iswpunct(wide c) { return iswgraph(c) & !iswalnum(c); }
int iswcntrl(wide c) { return ((unsigned)c < 32) | (c == 127); }
int iswxdigit(wide c) { return iswdigit(c) | (((unsigned)c | 32) - 'a' < 6); }
wide towlower(wide c) { return iswupper(c) ? c + 32 : c; }
wide towupper(wide c) { return iswlower(c) ? c - 32 : c; }

static const char *const class_names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                          "lower", "print", "punct", "space", "upper", "xdigit"};
static int (*const class_tests[])(wide) = {iswalnum, iswalpha, iswblank, iswcntrl, iswdigit, iswgraph,
                                           iswlower, iswprint, iswpunct, iswspace, iswupper, iswxdigit};

static _Bool same(const char *a, const char *b) {
    while ((*a == *b) & (*a != 0)) {
        a++;
        b++;
    }
    return *a == *b;
}

unsigned long wctype(const char *name) {
    for (unsigned long i = 0; i < sizeof class_names / sizeof *class_names; i++)
        if (same(class_names[i], name))
            return i + 1;
    return 0;
}

int iswctype(wide c, unsigned long class) {
    return class >= 1 && class <= sizeof class_tests / sizeof *class_tests ? class_tests[class - 1](c) : 0;
}

/* LC_TIME, with glibc's numbers. */
static char *const time_words[] = {
    "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
    "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
};

char *nl_langinfo(int item) {
    unsigned index = (unsigned)item - 0x20000;
    if (index < sizeof time_words / sizeof *time_words)
        return time_words[index];
    return item == 14 ? "ANSI_X3.4-1968" : item == 0x10000 ? "." : "";
}

/* More of wchar.h. */
size_t mbrlen(const char *restrict from, size_t n, void *restrict state) { return mbrtowc(NULL, from, n, state); }
int wcwidth(wide c) { return c == 0 ? 0 : iswprint(c) ? 1 : -1; }

int wcswidth(const wide *s, size_t n) {
    int width = 0;
    for (size_t i = 0; i < n && s[i] != 0; i++) {
        if (!iswprint(s[i]))
            return -1;
        width++;
    }
    return width;
}

/* With a place to go on at: NULL when the end was converted. */
size_t mbsnrtowcs(wide *restrict to, const char **restrict from, size_t most, size_t n, void *restrict state) {
    (void)state;
    const char *at = *from;
    size_t count = 0;
    while (most > 0 && (to == NULL || count < n)) {
        wide c = 0;
        if (mbtowc(&c, at, 1) < 0) {
            *from = to == NULL ? *from : at;
            return (size_t)-1;
        }
        if (to != NULL)
            to[count] = c;
        if (c == 0) {
            *from = to == NULL ? *from : NULL;
            return count;
        }
        at++;
        most--;
        count++;
    }
    *from = to == NULL ? *from : at;
    return count;
}

size_t mbsrtowcs(wide *restrict to, const char **restrict from, size_t n, void *restrict state) {
    return mbsnrtowcs(to, from, (size_t)-1, n, state);
}

size_t wcsnrtombs(char *restrict to, const wide **restrict from, size_t most, size_t n, void *restrict state) {
    (void)state;
    const wide *at = *from;
    size_t count = 0;
    while (most > 0 && (to == NULL || count < n)) {
        if (*at < 0 || *at >= 128) {
            errno = EILSEQ;
            *from = to == NULL ? *from : at;
            return (size_t)-1;
        }
        if (to != NULL)
            to[count] = (char)*at;
        if (*at == 0) {
            *from = to == NULL ? *from : NULL;
            return count;
        }
        at++;
        most--;
        count++;
    }
    *from = to == NULL ? *from : at;
    return count;
}

size_t wcsrtombs(char *restrict to, const wide **restrict from, size_t n, void *restrict state) {
    return wcsnrtombs(to, from, (size_t)-1, n, state);
}

wide *wcpcpy(wide *restrict to, const wide *restrict from) { return wcscpy(to, from) + wcslen(from); }
wide *wcpncpy(wide *restrict to, const wide *restrict from, size_t n) {
    size_t length = wcsnlen(from, n);
    return wcsncpy(to, from, n) + length;
}
wide *wmempcpy(wide *restrict to, const wide *restrict from, size_t n) { return wmemcpy(to, from, n) + n; }

int wmemcmp(const wide *a, const wide *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wide *)s + i;
    return NULL;
}

int wcscoll(const wide *a, const wide *b) { return wcscmp(a, b); }

int wcscasecmp(const wide *a, const wide *b) {
    while ((towlower(*a) == towlower(*b)) & (*a != 0))
        a++, b++;
    return towlower(*a) - towlower(*b);
}

wide *wcsdup(const wide *s) {
    void *malloc(size_t size);
    size_t size = (wcslen(s) + 1) * sizeof *s;
    wide *copy = malloc(size);
    return copy == NULL ? NULL : __builtin_memcpy(copy, s, size);
}
