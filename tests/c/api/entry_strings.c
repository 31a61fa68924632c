// VERDICT: safe
// With --string-params a char * that nothing counts is a text.
// OPTIONS: --entry count_dots --string-params --ptr-size 5
#include <assert.h>
#include <string.h>

int count_dots(const char *name) {
    int dots = 0;
    for (const char *p = name; *p; p++)
        dots += *p == '.';
    assert(strlen(name) <= 4 && dots <= 4);
    return dots;
}
