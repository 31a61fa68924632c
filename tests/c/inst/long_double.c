// VERDICT: safe
// x87 extended precision, concretely: 64 bits of mantissa, conversions both ways.
#include <assert.h>

int main(void) {
    volatile long double one = 1.0L, epsilon = 0x1p-63L;
    assert(one + epsilon != one && one + epsilon / 4 == one);
    assert((double)(one + epsilon) == 1.0);
    volatile unsigned long large = 0xffffffffffffffff;
    assert((unsigned long)(long double)large == large);
    volatile long double x = 0.1L;
    assert((double)x == 0.1 && x != (long double)0.1);
    assert((int)(x * 100) == 10 && -x < x && x / 0.0L > 1e300L);
    long double array[2] = {x, x * 2};
    assert(sizeof array == 32 && array[1] == array[0] + array[0]);
    volatile float f = (float)(x * 3);
    assert(f == 0.3f);
    return 0;
}
