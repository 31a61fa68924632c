// VERDICT: safe
// The optimiser turns x - 10 into x + 0xfffffff6, so the check is for code it has not seen.
// OPTIONS: --checks +unsigned-wrap
// LEVELS: none light
unsigned __VERIFIER_nondet_uint(void);
static volatile unsigned sink;

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 10)
        sink = x - 10;
    else
        sink = x + 3;
    return 0;
}
