// Vector extensions, packed vectors of bits, atomics, complex numbers.
#include <complex.h>
#include <stdatomic.h>
#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef short short8 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef _Bool bool8 __attribute__((ext_vector_type(8)));

static volatile int one = 1;
static bool8 flags;

static int4 mix(int4 a, int4 b) { return __builtin_shufflevector(a, b, 3, 4, 1, 6) + (a > b) * b; }

static int reduce(int4 v) { return __builtin_reduce_add(v) + __builtin_reduce_max(v) - __builtin_reduce_xor(v); }

int main(void) {
    int4 a = {1, -2, 3, one * 4}, b = a * 3 - 5;
    a[one] = 9;
    int4 c = mix(a, b);
    for (int i = 0; i < 4; i++) printf("%d %d\n", c[i], (a & ~b)[i]);
    printf("%d\n", reduce(c));
    short8 s = (short8)a;
    for (int i = 0; i < 8; i++) printf("%d ", s[i] >> 1);
    float4 f = __builtin_convertvector(b, float4) * 0.5f;
    printf("%f %f\n", f[0], f[3]);
    for (int i = 0; i < 8; i += 2) flags[i] = 1;
    bool8 other = {one, one, 0, 0, one, one, 0, 0};
    bool8 both = flags & other;
    printf("%d %d %d %d %d\n", both[0], both[1], both[4], both[5], *(unsigned char *)&flags);

    atomic_int counter = 5;
    atomic_fetch_add(&counter, 3);
    int expected = 8;
    int swapped = atomic_compare_exchange_strong(&counter, &expected, 20);
    int failed = atomic_compare_exchange_strong(&counter, &expected, 30);
    printf("%d %d %d %d %d\n", swapped, failed, expected, atomic_exchange(&counter, 1), atomic_load(&counter));
    int plain = 12;
    printf("%d %d %d\n", __atomic_fetch_nand(&plain, 10, 5), __atomic_fetch_xor(&plain, 3, 5), __atomic_fetch_max(&plain, 7, 5));
    printf("%d\n", plain);

    double complex z = (1.0 + 2.0 * I) * (3.0 - one * I);
    printf("%f %f\n", creal(z), cimag(z));
    return 0;
}
