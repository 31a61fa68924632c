// Sums the columns of a CSV text; fields may be quoted, with doubled quotes inside.
// INPUT: stdin
// BUG: a quoted field is stored before the number of columns is looked at.
// SHOWS: add_field
// CRASH: 1,2,3,4,"5"\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4, FIELD = 16 };

struct table {
    long sums[COLUMNS];
    int column, widest, rows;
};

static void add_field(struct table *t, const char *field, int quoted) {
#ifdef FIXED
    (void)quoted;
    if (t->column >= COLUMNS)
        return;
#else
    if (!quoted && t->column >= COLUMNS)
        return;
#endif
    t->sums[t->column] += atoi(field) % 1000;
    t->column++;
    if (t->column > t->widest)
        t->widest = t->column;
}

int main(void) {
    static const struct table empty;
    struct table *t = malloc(sizeof *t);
    if (t == NULL)
        return 1;
    *t = empty;
    char field[FIELD];
    size_t n = 0;
    int c, inside = 0, quoted = 0;
    while ((c = getchar()) != EOF) {
        if (inside) {
            if (c == '"') {
                c = getchar();
                if (c != '"') {
                    inside = 0;
                    ungetc(c, stdin);
                    continue;
                }
            }
            if (n < FIELD - 1)
                field[n++] = (char)c;
        } else if (c == '"' && n == 0) {
            inside = quoted = 1;
        } else if (c == ',' || c == '\n') {
            field[n] = 0;
            add_field(t, field, quoted);
            n = 0;
            quoted = 0;
            if (c == '\n') {
                t->rows++;
                t->column = 0;
            }
        } else if (n < FIELD - 1) {
            field[n++] = (char)c;
        }
    }
    for (int i = 0; i < t->widest; i++)
        printf("%ld%c", t->sums[i], i + 1 < t->widest ? ',' : '\n');
    free(t);
    return 0;
}
