// VERDICT: unsafe
// CBMC's quantifiers, implications and bit-vectors are no C; ESBMC's tables of objects are not there. Lines stay where they are.
#include <stdlib.h>
int nondet_int(void);

typedef unsigned __CPROVER_bitvector[5] five;

int main(void) {
    int a[6];
    for (int k = 0; k < 6; k++)
        a[k] = 2 * k;
    __CPROVER_assert(__CPROVER_forall {
        int i;
        (0 <= i && i < 6) ==> a[i] % 2 == 0
    }, "even");
    __CPROVER_assert(__CPROVER_forall { int i, j; (0 <= i && i < j && j < 6) ==> a[i] < a[j] }, "sorted");
    __CPROVER_assert(!__CPROVER_exists { int i; 0 <= i && i < 6 && a[i] == 5 }, "no five");
    a[3] = nondet_int();
    __CPROVER_assert(__CPROVER_exists { unsigned i; i < 6 && a[i] == 6 }, "six is gone"); // BUG: assertion-failure
    a[3] = nondet_int();
    __CPROVER_assume(a[3] >= 0 ==> a[3] > 9 ==> a[3] == 11);
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 6) ==> a[i] <= 11 }, "at most eleven");
    __CPROVER_assert(a[3] < 0 ==> a[3] > -100, "not that small"); // BUG: assertion-failure

    five x = nondet_int(), y = x + 1;
    __CPROVER_assert(x <= 31, "five bits");
    __CPROVER_assert(y > x, "wraps"); // BUG: assertion-failure
    signed __CPROVER_bitvector[7] s = nondet_int();
    __CPROVER_assert(s >= -64 && s <= 63, "seven bits");

    char *p = malloc(12), local;
    if (!p)
        return 0;
    __ESBMC_assert(__ESBMC_is_dynamic[__ESBMC_POINTER_OBJECT(p)], "on the heap");
    __ESBMC_assert(__ESBMC_alloc_size[__ESBMC_POINTER_OBJECT(p + 3)] == 12, "size");
    free(p);
    __ESBMC_assert(__ESBMC_is_dynamic[__ESBMC_POINTER_OBJECT(&local)], "on the stack"); // BUG: assertion-failure
    return 0;
}
