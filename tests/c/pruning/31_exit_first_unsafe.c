// VERDICT: unsafe
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
        reach_error(); // BUG: error-call
    return 0;
}
