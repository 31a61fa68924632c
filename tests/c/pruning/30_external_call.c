// VERDICT: unknown unsafe
// What an unmodelled function does with a symbolic argument is not known: anything but safe.
// LEVELS: none light
#include "nb.h"
int some_function_nobody_models(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (some_function_nobody_models(x) == x)
        assert(x == 0);
    return 0;
}
