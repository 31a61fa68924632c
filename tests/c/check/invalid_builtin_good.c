// VERDICT: safe
// Counting the zeros of something.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x < 3)
        return __builtin_clz(x | 1) == 40;
    if (x % 16 == 0)
        return __builtin_ctz(x) == 40;
    return __builtin_popcount(0) == 40;
}
