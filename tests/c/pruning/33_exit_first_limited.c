// VERDICT: unknown unsafe
// Program 31 under limits.
// OPTIONS: --max-paths 1
#include "nb.h"
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    int x;
    if (nb())
        x = 1;
    else
        x = 2;
    if (nb())
        exit(0);
    else if (x == 2)
        reach_error(); // MAYBE: error-call
    return 0;
}
