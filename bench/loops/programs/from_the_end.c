// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    __VERIFIER_assume(i > -1000000 && i < 1000000 && j > -1000000 && j < 1000000);
    int x = i, y = j;
    while (x != 0) {
        if (x > 0) {
            x--;
            y--;
        } else {
            x++;
            y++;
        }
    }
    assert(i != j || y == 0);
}
