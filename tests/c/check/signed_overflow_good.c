// VERDICT: safe
// OPTIONS: --checks +signed-overflow
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
signed char __VERIFIER_nondet_char(void);
static volatile int sink;

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 2147483647)
        sink = x + 1;
    signed char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();
    sink = a * b;
    a += b;
    unsigned u = __VERIFIER_nondet_uint();
    sink = (int)(u + 1);
    return 0;
}
