// VERDICT: safe
// OPTIONS: --checks +signed-overflow
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
short __VERIFIER_nondet_short(void);
static volatile int sink;

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647)
        sink = x + 1;
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    sink = a * b;
    a += b;
    unsigned u = __VERIFIER_nondet_uint();
    sink = (int)(u + 1);
    return 0;
}
