// VERDICT: safe
// Vector types: arithmetic, comparison masks, shuffles, conversion, elements at symbolic places.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

typedef int v4i __attribute__((vector_size(16)));
typedef unsigned v4u __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef unsigned char v8b __attribute__((vector_size(8)));
typedef short v8s __attribute__((vector_size(16)));

int main(void) {
    int x = __VERIFIER_nondet_int();
    v4u a = {1, 2, 3, (unsigned)x}, b = {10, 20, 30, 40};
    v4u sum = a + b, product = a * 3;
    assert(sum[0] == 11 && sum[2] == 33 && sum[3] == (unsigned)x + 40);
    assert(product[3] == (unsigned)x * 3);
    v4i mask = (v4i)a == (v4i){1, 0, 3, 7};
    assert(mask[0] == -1 && mask[1] == 0 && mask[2] == -1);
    assert(mask[3] == (x == 7 ? -1 : 0));
    v4u mixed = __builtin_shufflevector(a, b, 7, 0, 3, 4);
    assert(mixed[0] == 40 && mixed[1] == 1 && mixed[2] == (unsigned)x && mixed[3] == 10);
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 4);
    assert(b[i] == 10 * (unsigned)(i + 1));
    b[i] = 5;
    assert(b[0] + b[1] + b[2] + b[3] == 100 - 10 * (unsigned)(i + 1) + 5);
    v4f f = {1.0f, 2.0f, 3.0f, 4.0f};
    f = f * f + 0.5f;
    assert(f[3] == 16.5f && f[0] == 1.5f);
    v4i truncated = __builtin_convertvector(f, v4i);
    assert(truncated[3] == 16);
    v8b bytes = {250, 1, 2, 3, 4, 5, 6, 7};
    bytes += 10;
    assert(bytes[0] == 4 && bytes[7] == 17);
    v8s wide = __builtin_convertvector(bytes, v8s);
    assert(wide[0] == 4 && wide[6] == 16);
    assert(__builtin_reduce_add(b) == b[0] + b[1] + b[2] + b[3]);
    assert(__builtin_reduce_max(truncated) == 16);
    return 0;
}
