// VERDICT: unsafe
// What the program itself does wrong around library functions, and what it hands to them, is reported on its own lines.
// OPTIONS: --checks all
#include <limits.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
static volatile int sink;

int main(void) {
    char text[3] = {__VERIFIER_nondet_char(), '\0'}, unwritten[4], small[2];
    int divisor = __VERIFIER_nondet_int();
    switch (divisor) {
    case 0:
        sink = div(7, divisor).quot; // BUG: division-by-zero
        break;
    case 1:
        sink = INT_MAX - 5 + atoi(text); // BUG: signed-overflow
        break;
    case 2:
        sink = strlen(unwritten) > 2; // BUG: uninitialised-use, out-of-bounds-read
        break;
    case 3:
        strcpy(small, "long"); // BUG: out-of-bounds-write
        break;
    case 4:
        sink = strcmp(text, NULL); // BUG: null-dereference
        break;
    case 5:
        unwritten[0] = '1';
        sink = atoi(unwritten) == 17; // BUG: uninitialised-use, out-of-bounds-read
        break;
    }
    return 0;
}
