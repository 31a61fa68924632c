// Options as in getopt, by hand: -v, -n NUMBER, -o FILE, joined or apart, "--" ends them.
// INPUT: arguments 1 3 6
// BUG: -n as the last argument takes the NULL behind it for its value; for -o this is checked.
// SHOWS: main, number
// CRASH: -v\0-n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int verbose, files;
    unsigned long number;
    const char *output;
};

static unsigned long number(const char *text) {
    unsigned long value = 0;
    while (*text >= '0' && *text <= '9')
        value = value * 10 + (unsigned long)(*text++ - '0');
    if (*text != 0) {
        fprintf(stderr, "not a number: %s\n", text);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv) {
    struct options options = {0, 0, 0, NULL};
    int i = 1;
    for (; i < argc && argv[i][0] == '-' && argv[i][1] != 0; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--") == 0) {
            i++;
            break;
        }
        for (const char *letter = word + 1; *letter != 0; letter++) {
            if (*letter == 'v') {
                options.verbose++;
                continue;
            }
            if (*letter != 'n' && *letter != 'o') {
                fprintf(stderr, "unknown option -%c\n", *letter);
                return 2;
            }
            const char *value = letter[1] != 0 ? letter + 1 : argv[++i];
            if (*letter == 'o') {
                if (value == NULL) {
                    fprintf(stderr, "-o needs a file\n");
                    return 2;
                }
                options.output = value;
            } else {
#ifdef FIXED
                if (value == NULL) {
                    fprintf(stderr, "-n needs a number\n");
                    return 2;
                }
#endif
                options.number = number(value);
            }
            break;
        }
    }
    for (; i < argc; i++)
        options.files++;
    if (options.verbose)
        printf("%d files, %lu, to %s\n", options.files, options.number, options.output != NULL ? options.output : "-");
    return 0;
}
