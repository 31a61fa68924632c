// VERDICT: safe
// Saturation, minimum, maximum, absolute value, expect, object sizes, prefetch, an empty asm barrier.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    long sum = (long)a + b, difference = (long)a - b;
    assert(__builtin_elementwise_add_sat(a, b) == (sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : sum));
    assert(__builtin_elementwise_sub_sat(a, b) ==
           (difference > INT_MAX ? INT_MAX : difference < INT_MIN ? INT_MIN : difference));
    unsigned c = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
    assert(__builtin_elementwise_add_sat(c, d) == (c + d < c ? UINT_MAX : c + d));
    assert(__builtin_elementwise_sub_sat(c, d) == (c < d ? 0 : c - d));
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assert(__builtin_elementwise_max(x, y) == (x > y ? x : y));
    assert(__builtin_elementwise_min((unsigned)x, (unsigned)y) == ((unsigned)x < (unsigned)y ? (unsigned)x : (unsigned)y));
    int z = x & 0xffff;
    assert(abs(-z) == z && labs(-(long)z) == z && __builtin_abs(z) == z);
    if (__builtin_expect(x == 12345, 0))
        x = 0;
    assert(x != 12345);
    int array[10];
    __builtin_prefetch(array);
    __asm__ volatile("" ::: "memory");
    assert(__builtin_object_size(array, 0) == 40);
    void *block = malloc(24);
    assert(__builtin_dynamic_object_size(block, 1) == 24 || __builtin_dynamic_object_size(block, 1) == (size_t)-1);
    free(block);
    return 0;
}
