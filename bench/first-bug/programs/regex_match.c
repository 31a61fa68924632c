// A regular expression matcher with . * + ? ^ $ and \d \w: regex PATTERN TEXT
// INPUT: arguments 2 2 8
// BUG: a backslash at the end of the pattern takes the terminator for the escaped character.
// SHOWS: match_here, item_length
// CRASH: a\\\0ab
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int steps;

static int item_length(const char *pattern) {
#ifdef FIXED
    return pattern[0] == '\\' && pattern[1] != 0 ? 2 : 1;
#else
    return pattern[0] == '\\' ? 2 : 1;
#endif
}

static int item_matches(const char *pattern, unsigned char c) {
    if (c == 0)
        return 0;
    if (pattern[0] == '\\') {
        switch (pattern[1]) {
        case 'd': return isdigit(c);
        case 'w': return isalnum(c) || c == '_';
        case 0: return 1;
        default: return pattern[1] == (char)c;
        }
    }
    return pattern[0] == '.' || pattern[0] == (char)c;
}

static int match_here(const char *pattern, const char *text) {
    if (*pattern == 0)
        return 1;
    if (++steps > 2000)
        return 0;
    if (*pattern == '$' && pattern[1] == 0)
        return *text == 0;
    const char *behind = pattern + item_length(pattern);
    if (*behind == '*' || *behind == '+') {
        const char *start = text;
        while (item_matches(pattern, (unsigned char)*text))
            text++;
        const char *least = *behind == '+' ? start + 1 : start;
        for (; text >= least; text--)
            if (match_here(behind + 1, text))
                return 1;
        return 0;
    }
    if (*behind == '?') {
        if (item_matches(pattern, (unsigned char)*text) && match_here(behind + 1, text + 1))
            return 1;
        return match_here(behind + 1, text);
    }
    return item_matches(pattern, (unsigned char)*text) && match_here(behind, text + 1);
}

static int match(const char *pattern, const char *text) {
    if (*pattern == '^')
        return match_here(pattern + 1, text);
    do
        if (match_here(pattern, text))
            return 1;
    while (*text++ != 0);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    char *pattern = malloc(strlen(argv[1]) + 1);
    if (pattern == NULL)
        return 2;
    strcpy(pattern, argv[1]);
    steps = 0;
    int found = match(pattern, argv[2]);
    printf(found ? "match\n" : "no match\n");
    free(pattern);
    return !found;
}
