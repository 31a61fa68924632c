/* A regular expression of four bytes, matched against a text of three. */
#include "tre.h"
#include <klee/klee.h>

int main(void) {
    char pattern[5], text[4];
    regex_t compiled;
    regmatch_t match[2];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    pattern[4] = 0;
    if (tre_regcomp(&compiled, pattern, REG_EXTENDED) != 0)
        return 1;
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;
    tre_regexec(&compiled, text, 2, match, 0);
    tre_regfree(&compiled);
    return 0;
}
