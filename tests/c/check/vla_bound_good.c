// VERDICT: safe
// Arrays of a length that is at least one.
int __VERIFIER_nondet_int(void);

static int first(int n) {
    int local[n + 1];
    local[0] = n;
    return local[0];
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    return first(n) == 9;
}
