// VERDICT: safe
// A pointer that may point to several objects: each is read and written.
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
static int global = 3;

int main(void) {
    int local = 1;
    int *heap = malloc(sizeof *heap);
    if (!heap)
        return 0;
    *heap = 2;
    int *pointers[3] = {&local, heap, &global};
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    int *p = pointers[i];
    assert(*p == (int)i + 1);
    *p = 50;
    assert(local + *heap + global == 6 - ((int)i + 1) + 50);
    assert((p == heap) == (i == 1));
    free(heap);

    int a[2] = {5, 6}, b[2] = {7, 8};
    int *q = (__VERIFIER_nondet_bool() ? a : b) + __VERIFIER_nondet_bool();
    assert(*q >= 5 && *q <= 8);
    return 0;
}
