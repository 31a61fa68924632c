// A variable that nobody defines has no value: where it is read, the path ends.
// VERDICT: unknown
#include <assert.h>
int __VERIFIER_nondet_int(void);

extern int nobody, table[4];

int main(void) {
    int i = __VERIFIER_nondet_int();
    assert(&nobody != &table[0]);
    if (i == 1)
        assert(nobody == 0);
    if (i >= 2 && i < 4)
        table[i] = 1;
    return 0;
}
