// VERDICT: safe
// Without --null-params no pointer parameter is null; a structure is there as a whole, however many are counted.
// OPTIONS: --entry both
#include <assert.h>
#include <stddef.h>

struct Big {
    long numbers[20];
};

long both(struct Big *items, int n, const int *flag) {
    assert(items != NULL && flag != NULL);
    return items->numbers[19] + *flag + (n > 0 ? items[n - 1].numbers[0] & 1 : 0);
}
