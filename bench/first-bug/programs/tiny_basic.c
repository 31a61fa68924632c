// A small BASIC: "LET A = 5", "ADD A B", "IF A THEN 3", "GOTO 2", "PRINT A", "GOSUB 4", "RETURN", a line each; runs 100 steps.
// INPUT: stdin
// BUG: the stack of return addresses is checked after a push.
// SHOWS: run
// CRASH: GOSUB 0\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16, DEPTH = 4, STEPS = 100 };

struct line {
    char word[8];
    char name;
    int number;
};

static int run(const struct line *lines, int n) {
    int stack[DEPTH], top = 0, values[26] = {0};
    int at = 0;
    for (int step = 0; step < STEPS && at >= 0 && at < n; step++) {
        const struct line *line = &lines[at++];
        int *variable = line->name >= 'A' && line->name <= 'Z' ? &values[line->name - 'A'] : NULL;
        if (strcmp(line->word, "LET") == 0 && variable != NULL) {
            *variable = line->number;
        } else if (strcmp(line->word, "ADD") == 0 && variable != NULL) {
            *variable = (int)((unsigned)*variable + (unsigned)line->number);
        } else if (strcmp(line->word, "IF") == 0 && variable != NULL) {
            if (*variable != 0)
                at = line->number;
        } else if (strcmp(line->word, "GOTO") == 0) {
            at = line->number;
        } else if (strcmp(line->word, "GOSUB") == 0) {
#ifdef FIXED
            if (top == DEPTH)
                return 1;
#else
            if (top > DEPTH)
                return 1;
#endif
            stack[top++] = at;
            at = line->number;
        } else if (strcmp(line->word, "RETURN") == 0) {
            if (top == 0)
                return 1;
            at = stack[--top];
        } else if (strcmp(line->word, "PRINT") == 0 && variable != NULL) {
            printf("%d\n", *variable);
        } else {
            return 1;
        }
    }
    return 0;
}

int main(void) {
    struct line lines[LINES];
    char text[40];
    int n = 0;
    memset(lines, 0, sizeof lines);
    while (n < LINES && fgets(text, sizeof text, stdin) != NULL) {
        struct line *line = &lines[n];
        if (sscanf(text, "%7s %c = %d", line->word, &line->name, &line->number) == 3) {
            n++;
            continue;
        }
        line->name = 0;
        if (sscanf(text, "%7s %d", line->word, &line->number) == 2 || sscanf(text, "%7s %c %d", line->word, &line->name, &line->number) >= 1)
            n++;
    }
    return run(lines, n);
}
