// VERDICT: unsafe
// -O optimises, but a call of an error function keeps its meaning although the function is empty.
// OPTIONS: -O2
// LEVELS: none light
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

static int square(int x) { return x * x; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (square(x & 15) == 49)
        reach_error(); // BUG: error-call
    return 0;
}
