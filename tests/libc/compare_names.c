/* Names of files as text (patterns, their parts), names of signals, wide characters: the models against the system's library. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int model_fnmatch(const char *, const char *, int);
char *model_basename(const char *), *model___xpg_basename(char *), *model_dirname(char *), *model_strsignal(int);
char *__xpg_basename(char *);
char *dirname(char *);
size_t model_mbsnrtowcs(wchar_t *, const char **, size_t, size_t, void *), model_wcsnrtombs(char *, const wchar_t **, size_t, size_t, void *);
int model_wcswidth(const wchar_t *, size_t);

int names_failures;

static uint64_t seed = 0x9fb21c651e98df25ull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static char *random_text(char *to, unsigned limit, const char *letters) {
    unsigned length = below(limit);
    for (unsigned i = 0; i < length; i++)
        to[i] = letters[below((unsigned)strlen(letters))];
    to[length] = 0;
    return to;
}

static void fail(const char *what, const char *a, const char *b, long ours, long theirs) {
    printf("%s(\"%s\", \"%s\"): ours %ld, theirs %ld\n", what, a, b, ours, theirs);
    names_failures++;
}

static void patterns(void) {
    for (int round = 0; round < 300000 && names_failures < 10; round++) {
        char pattern[16], text[12];
        random_text(pattern, 10, "ab.*?[]!-/\\Aa*");
        if (below(8) == 0)
            strcpy(pattern + strlen(pattern), below(2) ? "[[:alpha:]]" + 0 : "[a-c]");
        random_text(text, 8, "ab./[A]-\\");
        /* Collating elements are not modelled. */
        if (strstr(pattern, "[.") != NULL)
            continue;
        int flags = (int)below(32);
        int ours = model_fnmatch(pattern, text, flags), theirs = fnmatch(pattern, text, flags);
        if (ours != theirs)
            fail("fnmatch", pattern, text, ours + 100 * flags, theirs);
    }
}

static void parts(void) {
    for (int round = 0; round < 20000 && names_failures < 10; round++) {
        char name[12], ours[12], theirs[12];
        random_text(name, 10, "//ab.");
        strcpy(ours, name), strcpy(theirs, name);
        char *a = model___xpg_basename(ours), *b = __xpg_basename(theirs);
        if (strcmp(a, b) != 0 || strcmp(ours, theirs) != 0)
            fail("__xpg_basename", name, a, 0, 0);
        strcpy(ours, name), strcpy(theirs, name);
        a = model_dirname(ours), b = dirname(theirs);
        if (strcmp(a, b) != 0 || strcmp(ours, theirs) != 0)
            fail("dirname", name, a, 0, 0);
        if (strcmp(model_basename(name), basename(name)) != 0)
            fail("basename", name, "", 0, 0);
    }
}

static void wide(void) {
    for (int round = 0; round < 20000 && names_failures < 10; round++) {
        char text[12];
        random_text(text, 10, "ab\x01\xe9z ");
        const char *ours = text, *theirs = text;
        wchar_t a[12] = {0}, b[12] = {0};
        size_t most = below(12), n = below(12);
        mbstate_t state = {0};
        _Bool counts = below(4) == 0;
        size_t x = model_mbsnrtowcs(counts ? NULL : a, &ours, most, n, NULL);
        size_t y = mbsnrtowcs(counts ? NULL : b, &theirs, most, n, &state);
        if (x != y || ours != theirs || (x != (size_t)-1 && memcmp(a, b, sizeof a) != 0))
            fail("mbsnrtowcs", text, counts ? "NULL" : "", (long)x, (long)y);
        if (model_wcswidth(b, 12) != wcswidth(b, 12))
            fail("wcswidth", text, "", model_wcswidth(b, 12), wcswidth(b, 12));
    }
}

void compare_names(void) {
    patterns();
    parts();
    wide();
    for (int signal = -3; signal < 70; signal++)
        if (strcmp(model_strsignal(signal), strsignal(signal)) != 0)
            fail("strsignal", model_strsignal(signal), strsignal(signal), signal, signal);
}
