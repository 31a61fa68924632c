// Standard input of a given size: read to its end by any function.
// VERDICT: unsafe
// OPTIONS: --sym-stdin 3
#include <assert.h>
#include <stdio.h>

int main(void) {
    int sum = 0, count = 0, c;
    while ((c = getchar()) != EOF) {
        sum += c;
        count++;
    }
    assert(count == 3);
    assert(sum != 3 * 255);  // BUG: assertion-failure
    return 0;
}
