// VERDICT: unsafe
// What a variable held in the last round, or in the last call, is gone in the next.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int last_call(int x) {
    int kept[2];
    if (x)
        kept[1] = x;
    return kept[1];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        int in_register;
        if (i == 0)
            in_register = 5;
        if (n == 1)
            assert(in_register == 5); // BUG: assertion-failure
    }
    for (int i = 0; i < 2; i++) {
        int in_memory[3];
        if (i == 0)
            in_memory[n & 1] = 6;
        if (n == 2)
            assert(in_memory[0] == 6); // BUG: assertion-failure
    }
    if (n == 3) {
        last_call(9);
        assert(last_call(0) == 9); // BUG: assertion-failure
    }
    return 0;
}
