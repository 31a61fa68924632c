// VERDICT: safe
// A variable around the loop keeps its value, and so does a static one.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int last_call(int x) {
    static int kept;
    if (x)
        kept = x;
    return kept;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int in_register;
    int in_memory[3];
    for (int i = 0; i < 2; i++) {
        int again = 3;
        if (i == 0) {
            in_register = 5;
            in_memory[n & 1] = 6;
        }
        if (n == 1)
            assert(in_register == 5);
        if (n == 2)
            assert(in_memory[0] == 6);
        assert(again++ == 3);
    }
    if (n == 3) {
        last_call(9);
        assert(last_call(0) == 9);
    }
    return 0;
}
