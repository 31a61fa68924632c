// A compiler may do anything with code in which an assumption does not hold: it promises nothing.
// VERDICT: unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __builtin_assume(x > 0); // BUG: invalid-builtin
    return 10 / (x + 1) > 5;
}
