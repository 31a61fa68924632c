// The exit status is output too.
// VERDICT: unsafe
// OPTIONS: --checks +uninitialised-use
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int some[3] = {0}, *block = malloc(8), result;
    if (!block)
        return 0;
    some[1] = block[1] == 2;
    free(block);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        exit(some[1]); // BUG: uninitialised-use
    case 1:
        _exit(some[1] & 1); // BUG: uninitialised-use
    case 2:
        result = some[0];
        break;
    case 3:
        result = some[1];
        break;
    default:
        exit(0);
    }
    return result;
} // BUG: uninitialised-use
