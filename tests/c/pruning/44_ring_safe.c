// VERDICT: safe
// A ring buffer.
#include "nb.h"

int main(void) {
    int ring[4] = {0, 0, 0, 0};
    unsigned head = 0, tail = 0;
    for (int i = 0; i < 6; i++)
        if (nb()) {
            if (head - tail < 4)
                ring[head++ % 4] = i;
        } else if (head != tail) {
            int x = ring[tail++ % 4];
            assert(x < 5);
        }
    return 0;
}
