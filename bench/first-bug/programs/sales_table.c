// Sums up a table of sales, "region;month;amount" a line, and prints the mean of each quarter.
// INPUT: stdin
// BUG: months are checked to be at most 12, but 0 is taken too.
// SHOWS: add
// CRASH: north;0;5\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const regions[] = {"north", "south", "east", "west"};

struct table {
    long sums[4][4];
    int lines[4];
};

static int region(const char *name) {
    for (int i = 0; i < 4; i++)
        if (strcmp(name, regions[i]) == 0)
            return i;
    return -1;
}

static void add(struct table *table, int row, long month, long amount) {
    static const unsigned char quarters[12] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    int quarter = quarters[month - 1];
    table->sums[row][quarter] += amount;
    table->lines[row]++;
}

int main(void) {
    struct table table;
    memset(&table, 0, sizeof table);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *first = strchr(line, ';');
        if (first == NULL)
            continue;
        *first = 0;
        char *second = strchr(first + 1, ';');
        if (second == NULL)
            continue;
        *second = 0;
        int row = region(line);
        char *end;
        long month = strtol(first + 1, &end, 10);
        if (row < 0 || *end != 0 || end == first + 1 || month > 12)
            continue;
#ifdef FIXED
        if (month < 1)
            continue;
#else
        if (month < 0)
            continue;
#endif
        long amount = strtol(second + 1, &end, 10);
        if (*end != '\n' && *end != 0)
            continue;
        if (amount < -1000000 || amount > 1000000)
            continue;
        add(&table, row, month, amount);
    }
    free(line);
    for (int i = 0; i < 4; i++)
        printf("%s %ld\n", regions[i], table.lines[i] ? table.sums[i][0] / table.lines[i] : 0);
    return 0;
}
