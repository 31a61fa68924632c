// A configuration of sections, one a line, "a=1,2" or "b=@a,3": the values of another section are inserted.
// INPUT: file 32
// BUG: a section that inserts itself through another is followed until the array of open sections is full.
// SHOWS: expand
// CRASH: a=@b\nb=@a\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 26, OPEN = 6 };

struct config {
    const char *values[SECTIONS];
    char *open; /* the sections being expanded, the innermost last */
    int depth, expansions;
    unsigned sum;
};

static void expand(struct config *config, int section) {
    const char *at = config->values[section];
    if (at == NULL || ++config->expansions > 100)
        return;
#ifdef FIXED
    if (config->depth == OPEN)
        return;
#endif
    for (int i = 0; i + 1 < config->depth; i++)
        if (config->open[i] == (char)section && config->open[i + 1] == (char)section)
            return;
    config->open[config->depth++] = (char)section;
    while (*at != 0 && *at != '\n') {
        if (*at == '@' && at[1] >= 'a' && at[1] <= 'z') {
            expand(config, at[1] - 'a');
            at += 2;
        } else if (*at >= '0' && *at <= '9') {
            config->sum += (unsigned)(*at++ - '0');
        } else {
            at++;
        }
    }
    config->depth--;
}

int main(int argc, char **argv) {
    char text[129];
    struct config config;
    if (argc != 2)
        return 2;
    FILE *file = fopen(argv[1], "r");
    if (file == NULL)
        return 2;
    size_t n = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[n] = 0;
    memset(&config, 0, sizeof config);
    int last = -1;
    for (char *line = text; line != NULL && *line != 0;) {
        if (line[0] >= 'a' && line[0] <= 'z' && line[1] == '=') {
            last = line[0] - 'a';
            config.values[last] = line + 2;
        }
        char *end = strchr(line, '\n');
        line = end == NULL ? NULL : end + 1;
    }
    if (last < 0)
        return 1;
    config.open = malloc(OPEN);
    if (config.open == NULL)
        return 1;
    expand(&config, last);
    printf("%u\n", config.sum);
    free(config.open);
    return 0;
}
