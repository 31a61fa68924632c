// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int r = nb() ? 3 : 4;
    assert(r != 4); // BUG: assertion-failure
    return 0;
}
