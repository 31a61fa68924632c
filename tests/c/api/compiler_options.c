// VERDICT: safe
// -D, -U and -std reach the compiler.
// OPTIONS: -D SIZE=3 -DFLAG -U __STRICT -std=c99
#include <assert.h>

int main(void) {
#ifndef FLAG
#error "-DFLAG is missing"
#endif
    int a[SIZE] = {0};
    assert(sizeof a == 12 && __STDC_VERSION__ == 199901L);
    return 0;
}
