/* Searching strings: for a character, for one of a set, for a substring; and cutting them into tokens.
 *
 * Membership in a set is one condition however large the set. Substring search finds the two lengths first and then
 * compares without forking, so it forks once for each position.
 */
#include <stddef.h>

char *strchr(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0))
        s++;
    return *s == (char)c ? (char *)s : NULL;
}

char *strchrnul(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0))
        s++;
    return (char *)s;
}

static size_t length_of(const char *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

/* From the end: what is found is read, so its place is concrete. */
char *strrchr(const char *s, int c) {
    for (const char *at = s + length_of(s);; at--) {
        if (*at == (char)c)
            return (char *)at;
        if (at == s)
            return NULL;
    }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

/* Whether c is one of the characters of set; its terminator does not count. */
static int is_in(char c, const char *set) {
    int found = 0;
    for (; *set != 0; set++)
        found |= *set == c;
    return found;
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while ((s[n] != 0) & is_in(s[n], set))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while ((s[n] != 0) & !is_in(s[n], set))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s != 0 ? (char *)s : NULL;
}

typedef int Equal(char, char);

static int same(char a, char b) { return a == b; }

static unsigned fold(char c) { return (unsigned char)c + (((unsigned char)c - 'A' < 26u) ? 'a' - 'A' : 0u); }

static int same_letter(char a, char b) { return fold(a) == fold(b); }

static inline __attribute__((always_inline)) char *find(const char *s, const char *pattern, Equal *equal) {
    size_t n = length_of(s), length = length_of(pattern);
    for (size_t i = 0; length <= n - i; i++) {
        int all = 1;
        for (size_t j = 0; j < length; j++)
            all &= equal(s[i + j], pattern[j]);
        if (all)
            return (char *)s + i;
        if (i == n)
            break;
    }
    return NULL;
}

char *strstr(const char *s, const char *pattern) { return find(s, pattern, same); }

char *strcasestr(const char *s, const char *pattern) { return find(s, pattern, same_letter); }

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    if (s == NULL)
        s = *rest;
    s += strspn(s, delimiters);
    if (*s == 0) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end != 0)
        *end++ = 0;
    *rest = end;
    return s;
}

char *strtok(char *restrict s, const char *restrict delimiters) {
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

char *strsep(char **restrict text, const char *restrict delimiters) {
    char *start = *text;
    if (start == NULL)
        return NULL;
    char *end = start + strcspn(start, delimiters);
    if (*end != 0) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return start;
}
