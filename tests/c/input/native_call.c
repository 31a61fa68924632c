// Functions that nobody models are called natively, on concrete values.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    assert(strverscmp("a9", "a10") < 0);
    assert(strtod("2.5e3", NULL) == 2500.0);
    char *end;
    assert(strtod("12abc", &end) == 12 && *end == 'a');
    return 0;
}
