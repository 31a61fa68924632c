// VERDICT: unsafe
// Floats that the integer type does not have.
// OPTIONS: --checks +float-to-integer
int __VERIFIER_nondet_int(void);
static volatile int sink;
static volatile unsigned char byte;

int main(void) {
    int n = __VERIFIER_nondet_int();
    double large = 1e30;
    if (n == 1)
        sink = (int)(large + n); // BUG: float-to-integer
    if (n > 250 && n < 260)
        byte = (unsigned char)(float)n; // BUG: float-to-integer
    return 0;
}
