// VERDICT: unknown unsafe
// Program 19 under limits.
// OPTIONS: --max-depth 1
#include "nb.h"
void reach_error(void) {}

int main(void) {
    int a;
    if (nb())
        a = 1;
    else if (nb())
        a = 2;
    else
        a = 3;
    if (a == 1)
        reach_error(); // MAYBE: error-call
    if (a == 2)
        reach_error(); // MAYBE: error-call
    return 0;
}
