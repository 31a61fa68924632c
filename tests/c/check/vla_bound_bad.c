// VERDICT: unsafe
// Arrays of a length that is zero or less.
int __VERIFIER_nondet_int(void);

static int first(int n) {
    int local[n + 1]; // BUG: vla-bound
    local[0] = n;
    return local[0];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < -2 || n > 2)
        return 0;
    if (n == 2) {
        int nothing[n - 2]; // BUG: vla-bound
        return sizeof nothing == 0;
    }
    return first(n) == 9;
}
