// The same seed gives the same random numbers again; another one need not.
// VERDICT: unsafe
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int first = rand(), second = rand();
    srand(8);
    int other = rand();
    srand(7);
    assert(rand() == first);
    assert(rand() == second);
    int third = rand();
    srandom(7);
    rand(), rand();
    assert(rand() == third);
    srand(8);
    assert(rand() == other);
    assert(first == other); // BUG: assertion-failure
    return 0;
}
