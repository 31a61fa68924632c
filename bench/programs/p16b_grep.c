/* A grep-like matcher: `.` any character, `^` and `$` the ends, `*` a repetition, `\` the next one as it is. The pattern
 * is the input; the text is given. */
char __VERIFIER_nondet_char(void);

enum { PATTERN = 10 };

static char pattern[PATTERN + 1];
static const char *lines[] = {"the cat sat on the mat", "a.b*c", "xyz", "aaaaab"};

static int match_here(const char *p, const char *text);

static int match_one(const char *p, char c) {
    if (!c)
        return 0;
    if (p[0] == '\\' && p[1])
        return p[1] == c;
    return p[0] == '.' || p[0] == c;
}

static int width(const char *p) { return p[0] == '\\' && p[1] ? 2 : 1; }

static int match_star(const char *p, const char *rest, const char *text) {
    do {
        if (match_here(rest, text))
            return 1;
    } while (match_one(p, *text++));
    return 0;
}

static int match_here(const char *p, const char *text) {
    if (!p[0])
        return 1;
    if (p[0] == '$' && !p[1])
        return !*text;
    const char *rest = p + width(p);
    if (*rest == '*')
        return match_star(p, rest + 1, text);
    return match_one(p, *text) && match_here(rest, text + 1);
}

static int match(const char *p, const char *text) {
    if (p[0] == '^')
        return match_here(p + 1, text);
    do {
        if (match_here(p, text))
            return 1;
    } while (*text++);
    return 0;
}

int main(void) {
    for (int i = 0; i < PATTERN; i++)
        pattern[i] = __VERIFIER_nondet_char();
    int found = 0;
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        found += match(pattern, lines[i]);
    return found;
}
