// VERDICT: unsafe
// Pointers into one object, subtracted: the shortest way.
#include "nb.h"

int main(void) {
    char bytes[13];
    char *w = bytes, *end = bytes + 12;
    for (int i = 0; i < 6; i++)
        if (nb())
            w += 1;
        else
            w += 2;
    assert(w <= end);
    assert(w - bytes >= 7);  // BUG: assertion-failure
    return 0;
}
