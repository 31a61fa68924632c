// Parameters that are never null, given null, and one that has four elements, given three.
// VERDICT: unsafe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

__attribute__((nonnull(2))) static int chosen(int *a, int *b) { return a && b; }
static int first(int a[static 4]) { return a != NULL; }

int main(void) {
    int n = __VERIFIER_nondet_int(), cells[4] = {0};
    int *p = n == 3 ? NULL : cells;
    switch (n) {
    case 1: return chosen(NULL, cells);
    case 2: return chosen(cells, NULL); // BUG: invalid-builtin
    case 3: return first(p); // BUG: invalid-builtin
    case 4: return first(p + 1); // BUG: invalid-builtin
    case 5: return first(malloc(12)); // BUG: invalid-builtin
    default: return first(p);
    }
}
