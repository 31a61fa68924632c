// Sums, products and conversions of floats on every branch, with a bound that the longest path meets exactly.
// VERDICT: safe
#include "nb.h"

int main(void) {
    double sum = -1.0;
    float scale = 1.0f;
    int steps = 0;
    for (int i = 0; i < 5; i++)
        if (nb()) {
            sum += 1.25;
            steps += 2;
        } else {
            sum = 2.5 - -sum;
            scale *= 0.5f;
        }
    assert(sum <= 11.5);
    assert(scale >= 0.03125f);
    assert(steps * 0.5 <= 5.0);
    return 0;
}
