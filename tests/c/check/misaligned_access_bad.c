// VERDICT: unsafe
// A number at an odd address.
// OPTIONS: --checks +misaligned-access
int __VERIFIER_nondet_int(void);

int main(void) {
    int words[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    int *p = (int *)((char *)words + n);
    return *p & 0; // BUG: misaligned-access
}
