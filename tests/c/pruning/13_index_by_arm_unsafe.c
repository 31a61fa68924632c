// VERDICT: unsafe
#include "nb.h"
void reach_error(void) {}

int main(void) {
    int a[2] = {0, 1}, k;
    if (nb())
        k = 0;
    else
        k = 1;
    if (a[k])
        reach_error(); // BUG: error-call
    return 0;
}
