/* fnmatch: patterns of the shell, in the C locale. There is a fork for each character that is compared. */
#include <stddef.h>

#include "engine.h"

enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, CASEFOLD = 16, EXTMATCH = 32, NOMATCH = 1 };

static int folded(int c, int flags) { return (flags & CASEFOLD) && (unsigned)c - 'A' < 26 ? c + 32 : c; }

static _Bool same_word(const char *text, const char *word, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (text[i] != word[i] || word[i] == 0)
            return 0;
    return word[n] == 0;
}

/* Whether a character is of a class such as [:alpha:]; -1 for what is no class. */
static int in_class(const char *name, size_t n, int c) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    unsigned u = (unsigned)c;
    _Bool digit = u - '0' < 10, lower = u - 'a' < 26, upper = u - 'A' < 26, graph = u - 33 < 94;
    const _Bool answers[] = {digit | lower | upper, lower | upper, (c == ' ') | (c == '\t'), (u < 32) | (c == 127), digit, graph,
                             lower, u - 32 < 95, graph & !(digit | lower | upper), (c == ' ') | (u - '\t' < 5), upper,
                             digit | ((u | 32) - 'a' < 6)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (same_word(name, names[i], n))
            return answers[i];
    return -1;
}

/* One character of a set, perhaps behind a backslash; 0 where the pattern ends. */
static int set_character(const char **at, int flags) {
    if (**at == '\\' && !(flags & NOESCAPE) && (*at)[1] != 0)
        (*at)++;
    return **at == 0 ? 0 : (unsigned char)*(*at)++;
}

/* What is behind a set, and whether the character is in it (never, and nothing, if a range lacks its end); NULL for a '[' that
 * begins no set. */
static const char *match_set(const char *at, int c, int flags, _Bool *in) {
    _Bool negated = (*at == '!') | (*at == '^'), found = 0;
    at += negated;
    const char *start = at;
    int plain = folded(c, flags);
    while (*at != ']' || at == start) {
        if (*at == 0)
            return NULL;
        if (at[0] == '[' && at[1] == ':') {
            const char *name = at + 2, *end = name;
            while ((unsigned)*end - 'a' < 26)
                end++;
            int answer = end[0] == ':' && end[1] == ']' ? in_class(name, (size_t)(end - name), c) : -1;
            if (answer >= 0) {
                if ((flags & CASEFOLD) && answer == 0)
                    answer = in_class(name, (size_t)(end - name), plain) == 1 ||
                             ((unsigned)plain - 'a' < 26 && in_class(name, (size_t)(end - name), plain - 32) == 1);
                found |= answer == 1;
                at = end + 2;
                continue;
            }
        }
        if (at[0] == '[' && (at[1] == '.' || at[1] == '='))
            __secateur_not_modelled("a collating element in a pattern");
        int first = set_character(&at, flags);
        if (first == 0)
            return NULL;
        if (at[0] == '-' && at[1] != ']') {
            at++;
            int last = set_character(&at, flags);
            /* glibc takes no part of such a pattern for anything. */
            if (last == 0)
                return "";
            found |= (c >= first) & (c <= last);
            found |= (plain >= folded(first, flags)) & (plain <= folded(last, flags));
        } else {
            found |= folded(first, flags) == plain;
        }
    }
    *in = found != negated;
    return at + 1;
}

static _Bool hides_period(const char *text, const char *start, int flags) {
    return *text == '.' && (flags & PERIOD) && (text == start || ((flags & PATHNAME) && text[-1] == '/'));
}

static int match(const char *pattern, const char *text, const char *start, int flags) {
    for (; *pattern != 0; text++) {
        int c = (unsigned char)*text;
        switch (*pattern) {
        case '?':
            if (c == 0 || (c == '/' && (flags & PATHNAME)) || hides_period(text, start, flags))
                return NOMATCH;
            pattern++;
            break;
        case '*': {
            if (hides_period(text, start, flags))
                return NOMATCH;
            while (*pattern == '*')
                pattern++;
            /* What follows may begin at a slash only where it is one, and not behind a backslash: glibc's way. */
            for (;; text++) {
                _Bool slash = *text == '/' && (flags & PATHNAME);
                if ((!slash || *pattern == '/' || *pattern == 0) && match(pattern, text, start, flags) == 0)
                    return 0;
                if (*text == 0 || slash)
                    return NOMATCH;
            }
        }
        case '[': {
            _Bool in = 0;
            if (c == 0 || (c == '/' && (flags & PATHNAME)) || hides_period(text, start, flags))
                return NOMATCH;
            const char *behind = match_set(pattern + 1, c, flags, &in);
            if (behind == NULL) {
                if (c != '[')
                    return NOMATCH;
                pattern++;
                break;
            }
            if (!in)
                return NOMATCH;
            pattern = behind;
            break;
        }
        case '\\':
            if (!(flags & NOESCAPE)) {
                pattern++;
                if (*pattern == 0)
                    return NOMATCH;
            }
            /* fall through */
        default:
            if (folded((unsigned char)*pattern, flags) != folded(c, flags))
                return NOMATCH;
            pattern++;
        }
    }
    return *text == 0 || ((flags & LEADING_DIR) && *text == '/') ? 0 : NOMATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    if (flags & EXTMATCH)
        __secateur_not_modelled("extended patterns of fnmatch");
    return match(pattern, text, text, flags);
}
