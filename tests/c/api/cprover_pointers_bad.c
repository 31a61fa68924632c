// VERDICT: unsafe
// The answers tell good from bad, and what is havocked is anything.
#include <stdlib.h>
unsigned nondet_uint(void);

int main(void) {
    char a[4] = {0};
    unsigned n = nondet_uint() % 8;
    char *block = malloc(n);
    if (!block)
        return 0;
    __CPROVER_assert(__CPROVER_w_ok(block, 5), "too small"); // BUG: assertion-failure
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(block) != 7, "seven"); // BUG: assertion-failure
    __CPROVER_havoc_slice(a + 1, 2);
    __CPROVER_assert(a[0] == 0 && a[3] == 0, "around it");
    __CPROVER_assert(a[2] == 0, "in it"); // BUG: assertion-failure
    if (n == 6)
        __CPROVER_havoc_slice(a + 1, 4); // BUG: out-of-bounds-write
    free(block);
    return 0;
}
