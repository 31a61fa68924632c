/* Bubble sort, proved for every array of four numbers.
 *
 *     secateur run sort.c
 *
 * Shows: all 24 orders explored, an assertion that holds on each, the verdict `safe` (exit status 0).
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

enum { COUNT = 4 };

static void sort(int *values, int count) {
    for (int end = count - 1; end > 0; end--) {
        for (int i = 0; i < end; i++) {
            if (values[i] > values[i + 1]) {
                int larger = values[i];
                values[i] = values[i + 1];
                values[i + 1] = larger;
            }
        }
    }
}

int main(void) {
    int values[COUNT];
    for (int i = 0; i < COUNT; i++)
        values[i] = __VERIFIER_nondet_int();
    sort(values, COUNT);
    for (int i = 0; i + 1 < COUNT; i++)
        assert(values[i] <= values[i + 1]);
    return 0;
}
