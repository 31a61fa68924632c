// Applies edits to a text of numbered lines: "@START,COUNT" is followed by COUNT lines: "-" takes one away, "+text" puts one in, " " keeps one.
// INPUT: stdin
// BUG: lines put in at the end of a full text are not counted against the room there is.
// SHOWS: put_in
// CRASH: @4,3\n+a\n+b\n+c\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 6, WIDTH = 12 };

struct text {
    char (*lines)[WIDTH];
    int count;
};

static int take_away(struct text *text, int at) {
    if (at >= text->count)
        return 0;
    memmove(text->lines[at], text->lines[at + 1], (size_t)(text->count - at - 1) * WIDTH);
    text->count--;
    return 1;
}

static int put_in(struct text *text, int at, const char *line) {
#ifdef FIXED
    if (text->count == ROOM)
        return 0;
#else
    if (text->count == ROOM && at < text->count)
        return 0;
#endif
    memmove(text->lines[at + 1], text->lines[at], (size_t)(text->count - at) * WIDTH);
    snprintf(text->lines[at], WIDTH, "%s", line);
    text->count++;
    return 1;
}

static int hunk(struct text *text, int at, int count) {
    char line[32];
    for (int i = 0; i < count; i++) {
        if (fgets(line, sizeof line, stdin) == NULL)
            return 0;
        line[strcspn(line, "\n")] = 0;
        switch (line[0]) {
        case '-':
            if (!take_away(text, at))
                return 0;
            break;
        case '+':
            if (!put_in(text, at, line + 1))
                return 0;
            at++;
            break;
        case ' ':
            if (at >= text->count)
                return 0;
            at++;
            break;
        default: return 0;
        }
    }
    return 1;
}

int main(void) {
    struct text text = {malloc(sizeof(char[ROOM][WIDTH])), 4};
    char line[32];
    if (text.lines == NULL)
        return 1;
    for (int i = 0; i < text.count; i++)
        snprintf(text.lines[i], WIDTH, "line %d", i + 1);
    int done = 1;
    while (done && fgets(line, sizeof line, stdin) != NULL) {
        int start, count;
        if (sscanf(line, "@%d,%d", &start, &count) != 2 || start < 0 || start > text.count)
            break;
        done = hunk(&text, start, count);
    }
    for (int i = 0; i < text.count; i++)
        puts(text.lines[i]);
    free(text.lines);
    return !done;
}
