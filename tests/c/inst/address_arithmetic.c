// VERDICT: safe
// Subscripts and members: nested structs, arrays of structs, negative subscripts, pointer differences and comparison.
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct Inner {
    char tag;
    short values[3];
};
struct Outer {
    int head;
    struct Inner inner[2];
    long tail;
};

int main(void) {
    struct Outer array[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                array[i].inner[j].values[k] = (short)(100 * i + 10 * j + k);
    struct Outer *middle = &array[1];
    assert(middle[-1].inner[1].values[2] == 12);
    assert(middle[1].inner[0].values[1] == 201);
    assert((char *)&middle->inner[1].values[2] - (char *)middle ==
           offsetof(struct Outer, inner) + sizeof(struct Inner) + offsetof(struct Inner, values) + 4);
    assert(&array[2] - &array[0] == 2);
    assert(&array[0] < &array[2] && &array[1].tail > &array[1].tail - 1);

    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3 && j >= 0 && j < 2 && k >= 0 && k < 3);
    assert(array[i].inner[j].values[k] == 100 * i + 10 * j + k);
    assert(&array[i] - array == i);
    return 0;
}
