// VERDICT: unsafe
// The address alone is wrong; nothing is accessed.
// OPTIONS: --checks +pointer-overflow
int __VERIFIER_nondet_int(void);
static char *volatile sink;

int main(void) {
    char buffer[10];
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n <= 11)
        sink = buffer + n; // BUG: pointer-overflow
    return 0;
}
