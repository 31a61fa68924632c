// VERDICT: safe
// CBMC's questions about pointers, and its types and numbers, without any declaration.
#include <stdlib.h>
unsigned nondet_uint(void);
static const int constant[2] = {1, 2};

static int twice(int x)
    __CPROVER_requires(x < 100)
    __CPROVER_ensures(__CPROVER_return_value == 2 * x)
{
    return 2 * x;
}

int main(void) {
    int a[4] = {1, 2, 3, 4}, b[4], *none = NULL;
    __CPROVER_size_t n = nondet_uint() % 8;
    char *block = malloc(n + 1);
    if (!block)
        return 0;
    __CPROVER_assert(__CPROVER_r_ok(a, sizeof a) && !__CPROVER_r_ok(a, sizeof a + 1), "whole");
    __CPROVER_assert(__CPROVER_w_ok(a + 3) && !__CPROVER_w_ok(a + 4), "by type");
    __CPROVER_assert(__CPROVER_r_ok(constant) && !__CPROVER_w_ok(constant, 4), "constants");
    __CPROVER_assert(!__CPROVER_rw_ok(none, 1) && __CPROVER_r_ok(block + n, 1), "symbolic size");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(block) == n + 1 && __CPROVER_OBJECT_SIZE(a) == 16, "sizes");
    __CPROVER_assert(__CPROVER_POINTER_OFFSET(block + n) == n && __CPROVER_POINTER_OFFSET(&a[2]) == 8, "offsets");
    __CPROVER_assert(__CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(&a[3]), "objects");
    __CPROVER_assert(__CPROVER_same_object(a, &a[1]) && !__CPROVER_same_object(a, b), "same");
    __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(block) && !__CPROVER_DYNAMIC_OBJECT(a), "dynamic");
    free(block);
    __CPROVER_assert(!__CPROVER_r_ok(block, 1), "freed");

    char *own = __CPROVER_allocate(4, 1);
    if (own) {
        __CPROVER_assert(own[3] == 0, "zeroed");
        __CPROVER_deallocate(own);
    }
    __CPROVER_array_set(b, 7);
    __CPROVER_assert(b[0] == 7 && b[3] == 7, "set");
    __CPROVER_array_copy(b, a);
    __CPROVER_assert(b[3] == 4 && __CPROVER_array_equal(a, b), "copied");

    double d = -1.5, zero = d - d;
    __CPROVER_bool negative = d < 0;
    __CPROVER_assert(negative && __CPROVER_signd(d) && __CPROVER_isnand(zero / zero), "sign");
    __CPROVER_assert(__CPROVER_fabs(-1.5) == 1.5 && __CPROVER_isinfd(__CPROVER_inf()), "numbers");

    int sum = 0;
    for (int i = 0; i < 4; i++)
        __CPROVER_assigns(i, sum)
        __CPROVER_loop_invariant(0 <= i && i <= 4)
        __CPROVER_decreases(4 - i)
    {
        sum += twice(a[i]);
    }
    __CPROVER_output("sum", sum);
    __CPROVER_assert(sum == 20, "invariants change nothing");
    return 0;
}
