// Anything may come back from a function nobody knows, and anything it can reach may have changed.
// VERDICT: unsafe
// OPTIONS: --external-calls over-approx
#include <assert.h>

int somebody_elses(int *to);

int main(void) {
    int mine = 1, given = 2;
    int result = somebody_elses(&given);
    assert(mine == 1);
    assert(given == 2);   // BUG: assertion-failure
    assert(result != 9);  // BUG: assertion-failure
    return 0;
}
