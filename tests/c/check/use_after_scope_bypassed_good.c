// Variables whose declaration a jump passes by: their values stay as long as their block is not left.
// VERDICT: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static int of_switch(unsigned x) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        switch (x) {
            int t, *p;
        case 0:
            t = 1;
            p = &t;
            sum += *p;
            break;
        case 1:
            t = 2;
            // Falls through.
        default:
            t = 5;
            for (int k = 0; k < 2; k++)
                t += k;
            sum += t;
        }
    return sum;
}

static int by_goto(int n) {
    int i = 0, last = 0;
    if (n > 1)
        goto middle;
    int kept = 7;
    while (i < 3) {
        int inner = i;
    middle:
        inner = i + 1;
        int *p = &inner;
        last = *p;
        i++;
    }
    kept = n > 1 ? 7 : kept;
    return last + kept;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() % 3;
    assert(of_switch(x) == (x == 0 ? 3 : 18));
    assert(by_goto((int)x) == 10);
    return 0;
}
