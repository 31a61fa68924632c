// The same with bounds that are not met, and a sum that may be no number.
// VERDICT: unsafe
#include "nb.h"

int main(void) {
    double sum = -1.0;
    float scale = 1.0f, ratio = 1.0f;
    int steps = 0;
    for (int i = 0; i < 5; i++)
        if (nb()) {
            sum += 1.25;
            steps += 2;
            ratio -= 0.2f;
        } else {
            sum = 2.5 - -sum;
            scale *= 0.5f;
            ratio *= 3e38f;
        }
    assert(sum < 11.5); // BUG: assertion-failure
    assert(scale > 0.0625f); // BUG: assertion-failure
    assert(steps * 0.5 < 5.0); // BUG: assertion-failure
    assert(!(ratio - ratio != 0)); // BUG: assertion-failure
    return 0;
}
