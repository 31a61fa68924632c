// VERDICT: unknown
// Under a depth limit: nothing is found, and nothing is proved.
// OPTIONS: --max-depth 12
#include "nb.h"

int main(void) {
    int i;
    if (nb())
        i = 0;
    else
        i = 5;
    while (nb())
        i++;
    assert(i < 50);
    return 0;
}
