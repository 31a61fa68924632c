// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int a = 0, b = 0;
    int *p = &a, *q;
    if (nb())
        q = &b;
    else
        q = &a;
    *p = 1;
    *q = 2;
    assert(*p == 1); // BUG: assertion-failure
    return 0;
}
