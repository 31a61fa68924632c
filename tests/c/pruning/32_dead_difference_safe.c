// VERDICT: safe
// The arms differ in a dead variable and in the blocks they run; the tests cover both.
#include "nb.h"
static volatile int sink;

int main(void) {
    int dead;
    if (nb()) {
        dead = 1;
        sink = 1;
    } else {
        dead = 2;
        sink = 2;
    }
    (void)dead;
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += i;
    assert(s == 4950);
    return 0;
}
