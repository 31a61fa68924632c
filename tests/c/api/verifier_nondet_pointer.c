// VERDICT: unsafe
// An arbitrary pointer may be null; the memory function fills a range.
#include <assert.h>
#include <stddef.h>
void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_nondet_memory(void *, size_t);

int main(void) {
    void *p = __VERIFIER_nondet_pointer();
    assert(p != NULL); // BUG: assertion-failure
    int a[4] = {1, 2, 3, 4};
    __VERIFIER_nondet_memory(&a[1], 2 * sizeof(int));
    assert(a[0] == 1 && a[3] == 4);
    assert(a[1] != 9 || a[2] != 8); // BUG: assertion-failure
    return 0;
}
