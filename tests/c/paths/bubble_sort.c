// VERDICT: safe
// Sorting three inputs: one path for each order the comparisons can tell apart.
// PATHS: 6
#include <assert.h>
#include "../visit.h"

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j + 1 < 3 - i; j++) {
            if (a[j] > a[j + 1]) {
                visit(j);
                int old = a[j];
                a[j] = a[j + 1];
                a[j + 1] = old;
            }
        }
    }
    visit(a[0] <= a[1]);
    return 0;
}
