// VERDICT: unsafe
// Without its header assert is a function that C declares by itself, and still an assertion.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x - x == 0);
    assert(x != 17); // BUG: assertion-failure
    return 0;
}
