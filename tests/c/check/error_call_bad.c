// VERDICT: unsafe
// Both error functions of the competitions; reach_error is usually defined by the task itself.
int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
void reach_error(void) {}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        reach_error(); // BUG: error-call
    if (x == 2)
        __VERIFIER_error(); // BUG: error-call
    return 0;
}
