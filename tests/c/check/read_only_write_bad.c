// VERDICT: unsafe
_Bool __VERIFIER_nondet_bool(void);
static const int constant = 4;

int main(void) {
    char *text = "literal";
    if (__VERIFIER_nondet_bool())
        text[0] = 'L'; // BUG: read-only-write
    else
        *(volatile int *)&constant = 5; // BUG: read-only-write
    return 0;
}
