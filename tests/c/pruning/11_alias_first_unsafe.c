// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int a = 0, b = 0;
    int *p = &a, *q;
    if (nb())
        q = &a;
    else
        q = &b;
    *p = 1;
    *q = 2;
    assert(*p == 2); // BUG: assertion-failure
    return 0;
}
