// Matches names against a shell pattern with ?, * and [a-z]: glob PATTERN NAME...
// INPUT: arguments 2 2 8
// BUG: a set that is not closed is read past the end of the pattern.
// SHOWS: in_set, match
// CRASH: a[b-\0ab
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether c is in the set that starts behind '['; *end is moved behind ']'. */
static int in_set(const char *set, char c, const char **end) {
    int found = 0, inverted = *set == '!';
    if (inverted)
        set++;
    do {
        char low = *set++, high = low;
#ifdef FIXED
        if (low == 0) {
            *end = set - 1;
            return 0;
        }
        if (*set == '-' && set[1] != ']' && set[1] != 0) {
#else
        if (*set == '-' && set[1] != ']') {
#endif
            high = set[1];
            set += 2;
        }
        found |= low <= c && c <= high;
    } while (*set != ']' && *set != 0);
    *end = *set == ']' ? set + 1 : set;
    return found != inverted;
}

static int match(const char *pattern, const char *name, int depth) {
    while (*pattern != 0) {
        if (*pattern == '*') {
            if (depth > 4)
                return 0;
            for (;; name++) {
                if (match(pattern + 1, name, depth + 1))
                    return 1;
                if (*name == 0)
                    return 0;
            }
        }
        if (*name == 0)
            return 0;
        if (*pattern == '[') {
            if (!in_set(pattern + 1, *name, &pattern))
                return 0;
        } else {
            if (*pattern == '\\' && pattern[1] != 0)
                pattern++;
            else if (*pattern == '?') {
                pattern++;
                name++;
                continue;
            }
            if (*pattern != *name)
                return 0;
            pattern++;
        }
        name++;
    }
    return *name == 0;
}

int main(int argc, char **argv) {
    if (argc < 3)
        return 2;
    char *pattern = malloc(strlen(argv[1]) + 1);
    if (pattern == NULL)
        return 2;
    strcpy(pattern, argv[1]);
    int any = 0;
    for (int i = 2; i < argc; i++) {
        if (match(pattern, argv[i], 0)) {
            printf("%s\n", argv[i]);
            any = 1;
        }
    }
    free(pattern);
    return !any;
}
