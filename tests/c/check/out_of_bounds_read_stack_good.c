// VERDICT: safe
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 5)
        return 0;
    return a[i] + *(a + i);
}
