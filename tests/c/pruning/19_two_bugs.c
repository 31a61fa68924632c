// VERDICT: unsafe
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
        reach_error(); // BUG: error-call
    if (a == 2)
        reach_error(); // BUG: error-call
    return 0;
}
