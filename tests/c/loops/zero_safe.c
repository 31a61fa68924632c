// The smallest there is: nothing ever happens.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int x = 0;
    while (1)
        assert(x == 0);
}
