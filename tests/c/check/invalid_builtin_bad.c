// VERDICT: unsafe
// Counting the zeros of zero.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x < 3)
        return __builtin_clz(x) == 40; // BUG: invalid-builtin
    if (x % 16 == 0)
        return __builtin_ctz(x & 15) == 40; // BUG: invalid-builtin
    return 0;
}
