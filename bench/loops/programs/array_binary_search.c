// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    static int a[4096];
    int key = __VERIFIER_nondet_int();
    unsigned low = 0, high = __VERIFIER_nondet_uint();
    __VERIFIER_assume(high <= 4096);
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low <= 4096);
}
