// VERDICT: safe
// A pointer that is moved as a number, too.
#include "nb.h"

union word {
    char *pointer;
    unsigned long number;
};

int main(void) {
    static char bytes[9];
    union word w = {bytes};
    for (int i = 0; i < 4; i++)
        if (nb())
            w.pointer += 1;
        else
            w.number += 2;
    *w.pointer = 1;
    assert(bytes[3] == 0);
    return 0;
}
