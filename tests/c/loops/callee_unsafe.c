// One is lost when there is nothing to give.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static int balance(int *left, int *right) {
    for (;;) {
        if (pick(2)) {
            if (*left > 0)
                (*left)--;
            (*right)++;
        } else if (*right > 0) {
            (*right)--;
            (*left)++;
        }
        assert(*left + *right == 3); // BUG: assertion-failure
    }
}

int main(void) {
    int left = 3, right = 0;
    return balance(&left, &right);
}
