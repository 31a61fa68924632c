// Five resources in a mask; the one that is given back was taken.
// VERDICT: safe unknown
// OPTIONS: --max-instructions 3000
#include "loops.h"

int main(void) {
    unsigned taken = 0, count = 0;
    while (1) {
        unsigned bit = 1u << pick(5);
        if (pick(2)) {
            if (!(taken & bit)) {
                taken |= bit;
                count++;
            }
        } else if (taken & bit) {
            taken &= ~bit;
            count--;
        }
        assert(taken < 32 && count <= 5);
    }
}
