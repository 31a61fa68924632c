// VERDICT: safe
// Floats that fit.
// OPTIONS: --checks +float-to-integer
int __VERIFIER_nondet_int(void);
static volatile int sink;
static volatile unsigned char byte;

int main(void) {
    int n = __VERIFIER_nondet_int();
    double large = 1e9;
    if (n == 1)
        sink = (int)(large + n);
    if (n > 250 && n < 256)
        byte = (unsigned char)(float)n;
    return 0;
}
