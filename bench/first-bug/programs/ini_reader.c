// Reads an INI file from standard input and prints section.key=value.
// INPUT: stdin
// BUG: a section's name may be one character longer than its buffer, and its terminator falls behind it.
// SHOWS: section_line
// CRASH: [twelve-chars]\nk=v\n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME = 12, VALUE = 40 };

struct reader {
    char section[NAME];
    int line, errors;
};

static char *skip_space(char *s) {
    while (*s == ' ' || *s == '\t')
        s++;
    return s;
}

static void trim_end(char *s) {
    size_t n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
        s[--n] = 0;
}

static int section_line(struct reader *reader, const char *s) {
    char name[NAME];
    int n = 0;
    while (*s != 0 && *s != ']') {
#ifdef FIXED
        if (n >= NAME - 1)
            return -1;
#else
        if (n > NAME - 1)
            return -1;
#endif
        name[n++] = *s++;
    }
    if (*s != ']' || n == 0)
        return -1;
    name[n] = 0;
    strcpy(reader->section, name);
    return 0;
}

static int pair_line(struct reader *reader, char *s) {
    char *equals = strchr(s, '=');
    if (equals == NULL)
        return -1;
    *equals = 0;
    trim_end(s);
    char *value = skip_space(equals + 1);
    if (*s == 0 || strlen(value) >= VALUE)
        return -1;
    printf("%s.%s=%s\n", reader->section, s, value);
    return 0;
}

int main(void) {
    struct reader reader = {"", 0, 0};
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        reader.line++;
        trim_end(line);
        char *s = skip_space(line);
        if (*s == 0 || *s == ';' || *s == '#')
            continue;
        int bad = *s == '[' ? section_line(&reader, s + 1) : pair_line(&reader, s);
        if (bad) {
            fprintf(stderr, "line %d: syntax error\n", reader.line);
            reader.errors++;
        }
    }
    return reader.errors != 0;
}
