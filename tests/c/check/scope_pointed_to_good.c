// VERDICT: safe
#include <alloca.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    int *p = &n;
    if (n == 1) {
        int local = 5;
        p = &local;
        *p += 1;
        sum = local;
        p = &sum;
    }
    int value;
    int *q = &value;
    if (n)
        *q = 5;
    else
        q = &n;
    assert(*q == (n ? 5 : 0));
    char *room = alloca(8), *end = room + 7;
    *end = 3;
    assert(room[7] == 3);
    assert(n != 1 || *p == 6);
    return 0;
}
