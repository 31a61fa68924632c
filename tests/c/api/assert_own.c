// VERDICT: safe
// A program may define an assert of its own, which need not be an assertion.
int __VERIFIER_nondet_int(void);
int failures;

void assert(int condition) { failures += !condition; }

int main(void) {
    assert(__VERIFIER_nondet_int() != 17);
    return failures;
}
