// VERDICT: unsafe
// The address of a local outlives its function.
int __VERIFIER_nondet_int(void);

static int *leak(int x) {
    int local = x;
    int *volatile address = &local;
    return address;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = leak(x);
    if (x == 77)
        return *p; // BUG: use-after-scope
    return 0;
}
