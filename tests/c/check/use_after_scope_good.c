// VERDICT: safe
// A pointer to the caller's local is fine in the callee.
int __VERIFIER_nondet_int(void);

static int *same(int *p) {
    *p += 1;
    return p;
}

int main(void) {
    int local = __VERIFIER_nondet_int() & 0xff;
    return *same(&local);
}
