// VERDICT: unknown
// Inline assembly that does something cannot be executed: the verdict must not be safe.
// LEVELS: none light
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y;
    if (x == 3) {
        __asm__("leal 1(%1), %0" : "=r"(y) : "r"(x));
        return y;
    }
    return 0;
}
