// Parameters that are never null, and one that may be.
// VERDICT: safe
#include <stddef.h>
int __VERIFIER_nondet_int(void);

__attribute__((nonnull(2))) static int chosen(int *a, int *b) { return a && b; }
static int first(int a[static 4]) { return a != NULL; }
static int any(int a[4]) { return a != NULL; }

int main(void) {
    int n = __VERIFIER_nondet_int(), cells[4] = {0};
    int *p = n == 3 ? NULL : cells, table[8] = {0};
    if (n >= 0 && n <= 4 && first(table + n) != 1)
        return 1;
    if (n == 3)
        return chosen(p, cells) + any(p);
    return chosen(NULL, p) + first(p);
}
