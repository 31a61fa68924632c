// Random numbers and the time are inputs.
// VERDICT: unsafe
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t start = time(NULL);
    srand((unsigned)start);
    int dice = rand() % 6 + 1;
    assert(dice >= 1 && dice <= 6);
    assert(time(NULL) >= start);
    assert(dice != 6 || start % 1000 != 7);  // BUG: assertion-failure
    return 0;
}
