// Assumptions that hold.
// VERDICT: safe
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x <= 0)
        return 0;
    __builtin_assume(x > 0);
    return 10 / x > 5;
}
