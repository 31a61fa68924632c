// VERDICT: unknown unsafe
// Program 2 under limits: the bug may be missed, but nothing is proved.
// OPTIONS: --max-forks 5
#include "nb.h"

int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++) {
        if (nb())
            s += 1;
        else
            s += 2;
    }
    assert(s < 20); // MAYBE: assertion-failure
    return 0;
}
