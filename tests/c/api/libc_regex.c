// Regular expressions: known patterns on symbolic text fork for what matches, not for each character.
// VERDICT: safe
#include <assert.h>
#include <regex.h>
#include <string.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int main(void) {
    char text[4];
    regex_t number, twice, wrong;
    regmatch_t groups[3];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = 0;

    assert(regcomp(&number, "^([+-]?)([0-9]+)$", REG_EXTENDED) == 0 && number.re_nsub == 2);
    if (regexec(&number, text, 3, groups, 0) == 0) {
        int sign = text[0] == '+' || text[0] == '-';
        assert(groups[0].rm_so == 0 && groups[0].rm_eo == (int)strlen(text));
        assert(groups[1].rm_so == 0 && groups[1].rm_eo == sign && groups[2].rm_so == sign);
        assert(is_digit(text[sign]) && groups[2].rm_eo == groups[0].rm_eo);
    } else {
        assert(!is_digit(text[0]) || text[1]);
    }
    regfree(&number);

    assert(regcomp(&twice, "\\(.\\)\\1", 0) == 0);
    int found = regexec(&twice, text, 2, groups, 0) == 0;
    assert(found == (text[0] && text[1] && (text[0] == text[1] || (text[1] == text[2]))));
    regfree(&twice);

    char message[40];
    assert(regcomp(&wrong, "a[b", 0) == REG_EBRACK);
    assert(regerror(REG_EBRACK, &wrong, message, 10) == 31 && strcmp(message, "Unmatched") == 0);
    assert(regcomp(&wrong, "(a", REG_EXTENDED) == REG_EPAREN && regcomp(&wrong, "*a", REG_EXTENDED) == REG_BADRPT);
    return 0;
}
