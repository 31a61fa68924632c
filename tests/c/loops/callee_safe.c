// The loop that never ends is in a function that is called.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

static int balance(int *left, int *right) {
    for (;;) {
        if (pick(2) && *left > 0) {
            (*left)--;
            (*right)++;
        } else if (*right > 0) {
            (*right)--;
            (*left)++;
        }
        assert(*left + *right == 3);
    }
}

int main(void) {
    int left = 3, right = 0;
    return balance(&left, &right);
}
