// VERDICT: safe
// An optimiser computes the shift before it knows whether it is wanted: not a bug of the program.
int __VERIFIER_nondet_int(void);

static int shift(int x, int n) { return n < 0 || n >= 32 ? x : x >> n; }

int main(void) { return shift(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == 7; }
