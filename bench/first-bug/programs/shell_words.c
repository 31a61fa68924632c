// Splits a line into words as a shell does: blanks, both kinds of quotes, backslashes.
// INPUT: stdin
// BUG: a backslash at the very end inside double quotes skips the terminator.
// SHOWS: split
// CRASH: echo "abc\x5c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, LINE = 64 };

/* Splits in place; the number of words, or -1 where a quote is not closed. */
static int split(char *line, char **words) {
    int n = 0;
    char *from = line;
    for (;;) {
        while (*from == ' ' || *from == '\t')
            from++;
        if (*from == 0)
            return n;
        if (n == WORDS)
            return -1;
        char *to = from;
        words[n++] = to;
        while (*from != 0 && *from != ' ' && *from != '\t') {
            if (*from == '\'') {
                from++;
                while (*from != '\'') {
                    if (*from == 0)
                        return -1;
                    *to++ = *from++;
                }
                from++;
            } else if (*from == '"') {
                from++;
                while (*from != '"') {
                    if (*from == 0)
                        return -1;
#ifdef FIXED
                    if (*from == '\\' && from[1] != 0)
#else
                    if (*from == '\\')
#endif
                        from++;
                    *to++ = *from++;
                }
                from++;
            } else if (*from == '\\' && from[1] != 0) {
                from++;
                *to++ = *from++;
            } else {
                *to++ = *from++;
            }
        }
        int over = *from == 0;
        *to = 0;
        if (over)
            return n;
        from++;
    }
}

int main(void) {
    char buffer[LINE];
    if (fgets(buffer, sizeof buffer, stdin) == NULL)
        return 1;
    buffer[strcspn(buffer, "\n")] = 0;
    size_t length = strlen(buffer);
    char *line = malloc(length + 1);
    if (line == NULL)
        return 1;
    memcpy(line, buffer, length + 1);
    char *words[WORDS];
    int n = split(line, words);
    for (int i = 0; i < n; i++)
        printf("[%s]\n", words[i]);
    free(line);
    return n < 0;
}
