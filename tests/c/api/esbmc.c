// VERDICT: unsafe
// ESBMC's vocabulary, without any declaration. A quantifier tries a small range, and its condition must be clear beyond.
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int a[5], i;
    char *p = malloc(12), *q = malloc(3);
    if (!p || !q)
        return 0;
    __ESBMC_assert(__ESBMC_get_object_size(p) == 12 && __ESBMC_POINTER_OFFSET(p + 7) == 7, "size and offset");
    __ESBMC_assert(__ESBMC_same_object(p, p + 3) && !__ESBMC_same_object(p, q), "objects");
    __ESBMC_assert(__ESBMC_POINTER_OBJECT(p) != __ESBMC_POINTER_OBJECT(q), "numbers");
    __ESBMC_assert(__ESBMC_r_ok(p, 12) && !__ESBMC_r_ok(p, 13), "readable");
    __ESBMC_unroll(5);
    for (int k = 0; k < 5; k++)
        a[k] = k * k;
    __ESBMC_assert(__ESBMC_forall(&i, !(i >= 0 && i < 5) || a[i] >= 0), "squares");
    __ESBMC_assert(__ESBMC_exists(&i, i >= 0 && i < 5 && a[i] == 9), "nine");
    a[2] = nondet_int();
    __ESBMC_assume(a[2] > -3);
    __ESBMC_assert(__ESBMC_forall(&i, !(i >= 0 && i < 5) || a[i] >= 0), "one is negative"); // BUG: assertion-failure
    __ESBMC_init_object(a);
    __ESBMC_assert(a[0] == 0, "anything"); // BUG: assertion-failure
    free(p);
    free(q);
    return 0;
}
