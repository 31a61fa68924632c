// VERDICT: unsafe
#include "nb.h"
#include <string.h>
struct Pair {
    int a, b;
};
static struct Pair g;

int main(void) {
    struct Pair one = {0, 1};
    if (nb())
        memcpy(&g, &one, sizeof g);
    assert(g.b == 0); // BUG: assertion-failure
    return 0;
}
