// Breaks text into lines of ten columns; tabs advance to the next multiple of four.
// INPUT: stdin
// BUG: a tab advances to the next multiple of four, which may lie behind the line.
// SHOWS: put
// CRASH: abcdefghi\tk
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 10 };

struct page {
    char *line;
    int column;
};

static void flush(struct page *page) {
    fwrite(page->line, 1, (size_t)page->column, stdout);
    putchar('\n');
    page->column = 0;
}

static void put(struct page *page, int c) {
    if (c == '\n') {
        flush(page);
        return;
    }
    if (c == '\t') {
        int stop = (page->column / 4 + 1) * 4;
#ifdef FIXED
        if (stop > WIDTH)
            stop = WIDTH;
#endif
        while (page->column < stop)
            page->line[page->column++] = ' ';
    } else {
        page->line[page->column++] = isprint(c) ? (char)c : '?';
    }
    if (page->column >= WIDTH)
        flush(page);
}

int main(void) {
    struct page page = {malloc(WIDTH), 0};
    if (page.line == NULL)
        return 1;
    int c;
    while ((c = getchar()) != EOF)
        put(&page, c);
    flush(&page);
    free(page.line);
    return 0;
}
