// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    static char text[5000];
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n <= 5000);
    int low = 0, high = n - 1;
    while (low < high) {
        char kept = text[low];
        text[low++] = text[high];
        text[high--] = kept;
    }
}
