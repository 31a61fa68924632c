/* Replaces what matches a pattern in a line: `?` any character, `[abc]` one of a class, `%` the start of the line,
 * `*` behind any of them a repetition. Pattern and line are both inputs. */
char __VERIFIER_nondet_char(void);

enum { PATTERN = 6, LINE = 14, ROOM = 64 };

static char pattern[PATTERN + 1], line[LINE + 1], result[ROOM];

/* Where the element of the pattern that starts at `at` ends. */
static int element_end(int at) {
    if (pattern[at] != '[')
        return at + 1;
    int end = at + 1;
    while (pattern[end] && pattern[end] != ']')
        end++;
    return pattern[end] ? end + 1 : end;
}

static int element_matches(int at, int end, int place) {
    char c = line[place];
    if (!c)
        return 0;
    if (pattern[at] == '?')
        return 1;
    if (pattern[at] != '[')
        return pattern[at] == c;
    for (int i = at + 1; i < end && pattern[i] != ']'; i++)
        if (pattern[i] == c)
            return 1;
    return 0;
}

/* How far a match from `place` on reaches, or -1. */
static int match(int at, int place) {
    while (pattern[at]) {
        int end = element_end(at);
        if (pattern[end] == '*') {
            int reach = place;
            while (element_matches(at, end, reach))
                reach++;
            for (; reach >= place; reach--) {
                int rest = match(end + 1, reach);
                if (rest >= 0)
                    return rest;
            }
            return -1;
        }
        if (!element_matches(at, end, place))
            return -1;
        place++;
        at = end;
    }
    return place;
}

int main(void) {
    for (int i = 0; i < PATTERN; i++)
        pattern[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < LINE; i++)
        line[i] = __VERIFIER_nondet_char();
    int start = pattern[0] == '%';
    int out = 0, replaced = 0;
    for (int place = 0; line[place];) {
        int end = start && place > 0 ? -1 : match(start, place);
        if (end > place) {
            result[out++] = '<';
            result[out++] = '>';
            place = end;
            replaced++;
        } else {
            result[out++] = line[place++];
        }
    }
    result[out] = 0;
    return replaced;
}
