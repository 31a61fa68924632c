// VERDICT: unsafe
// OPTIONS: --checks +unsigned-wrap
unsigned __VERIFIER_nondet_uint(void);
static volatile unsigned sink;

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 10)
        sink = x + 10; // BUG: unsigned-wrap
    else
        sink = x - 3; // BUG: unsigned-wrap
    return 0;
}
