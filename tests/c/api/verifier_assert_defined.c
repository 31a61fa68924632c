// VERDICT: unsafe
// The usual preamble of a competition task: assert and error are its own functions.
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void __VERIFIER_assert(int condition) {
    if (!condition) {
        reach_error(); // BUG: error-call
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 31337);
    return 0;
}
