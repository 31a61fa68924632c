// Giving back changes the bit, whoever has it.
// VERDICT: unsafe unknown
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
        } else if (count > 0) {
            taken ^= bit;
            count--;
        }
        assert(taken < 32 && count <= 5);
        assert(taken != 31 || count >= 2); // MAYBE: assertion-failure
    }
}
