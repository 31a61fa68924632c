// VERDICT: unsafe
// Sum, difference, product and negation.
// OPTIONS: --checks +signed-overflow
int __VERIFIER_nondet_int(void);
static volatile int sink;

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    switch (y) {
    case 1: sink = x + y; break;   // BUG: signed-overflow
    case 2: sink = x - y; break;   // BUG: signed-overflow
    case 3: sink = x * y; break;   // BUG: signed-overflow
    case 4: sink = -x; break;      // BUG: signed-overflow
    }
    return 0;
}
