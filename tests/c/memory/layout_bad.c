// VERDICT: unsafe
// What holds of addresses in one run need not hold in the next: order and distance of objects, alignment beyond what is
// promised, memory that comes back after free.
// LEVELS: none light
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int first, second;

int main(void) {
    int local = 0, table[4] = {0};
    char *p = malloc(10), *q = malloc(10);
    if (!p || !q)
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        assert(p < q); // BUG: assertion-failure
        break;
    case 1:
        assert(p > q); // BUG: assertion-failure
        break;
    case 2:
        assert((uintptr_t)p % 64 == 0); // BUG: assertion-failure
        break;
    case 3:
        free(p);
        p = malloc(10);
        free(q);
        char *again = malloc(10);
        assert(again != q); // BUG: assertion-failure
        free(again);
        q = NULL;
        break;
    case 4:
        assert(&first + 1 != &second); // BUG: assertion-failure
        break;
    case 5:
        assert((char *)&first - (char *)&second < 4096); // BUG: assertion-failure
        break;
    case 6:
        table[(uintptr_t)&local / 4 % 4] = 1;
        assert(table[0] == 1); // BUG: assertion-failure
        break;
    case 7:
        assert(((uintptr_t)&first ^ (uintptr_t)&second) != 64); // BUG: assertion-failure
        break;
    }
    free(p);
    free(q);
    return 0;
}
