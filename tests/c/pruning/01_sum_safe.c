// VERDICT: safe
#include "nb.h"

int main(void) {
    int s = 0;
    for (int i = 0; i < 10; i++) {
        if (nb())
            s += 1;
        else
            s += 2;
    }
    assert(s <= 20);
    return 0;
}
