// VERDICT: unsafe
#include "nb.h"
void reach_error(void) {}

int main(void) {
    int s = 0;
    for (int i = 0; i < 8; i++) {
        if (nb())
            s++;
        if (s == 3)
            reach_error(); // BUG: error-call
    }
    assert(s <= 8);
    return 0;
}
