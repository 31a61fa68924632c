// VERDICT: safe
// One past the end may be formed.
// OPTIONS: --checks +pointer-overflow
int __VERIFIER_nondet_int(void);
static char *volatile sink;

int main(void) {
    char buffer[10];
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 10)
        sink = buffer + n;
    return 0;
}
