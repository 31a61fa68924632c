// What fgets gives: at most n - 1 bytes, a newline only as the last, a terminator, nothing at the end of input.
// VERDICT: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[6] = {'x', 'x', 'x', 'x', 'x', 'x'};
    if (fgets(line, 5, stdin) == NULL) {
        assert(line[0] == 'x');
        assert(feof(stdin));
        assert(getchar() == EOF);
        return 0;
    }
    size_t length = strlen(line);
    assert(length <= 4);
    assert(line[5] == 'x');
    char *newline = memchr(line, '\n', 4);
    if (newline != NULL && newline < line + 3)
        assert(newline[1] == '\0');
    return 0;
}
