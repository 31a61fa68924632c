// The leftmost match, of these the longest; a symbolic pattern is read, too.
// VERDICT: unsafe
#include <assert.h>
#include <regex.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[4], pattern[3], which;
    regex_t regex;
    regmatch_t all;
    klee_make_symbolic(&which, 1, "which");
    if (which) {
        klee_make_symbolic(text, sizeof text, "text");
        text[3] = 0;
        regcomp(&regex, "a|ab|b*", REG_EXTENDED | REG_ICASE);
        regexec(&regex, text, 1, &all, 0);
        assert(all.rm_eo - all.rm_so < 3);  // BUG: assertion-failure
    } else {
        klee_make_symbolic(pattern, sizeof pattern, "pattern");
        pattern[1] = '+', pattern[2] = 0;
        if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) == 0 && regexec(&regex, "xy", 0, 0, 0) == 0)
            assert(pattern[0] == 'x');  // BUG: assertion-failure
    }
    return 0;
}
