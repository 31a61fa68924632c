// VERDICT: safe
// Numbers where they belong, and bytes anywhere.
// OPTIONS: --checks +misaligned-access
int __VERIFIER_nondet_int(void);

int main(void) {
    int words[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 0;
    if (n % 4 == 0)
        return *(int *)((char *)words + n) & 0;
    return ((char *)words)[n] & 0;
}
