// VERDICT: safe
_Bool __VERIFIER_nondet_bool(void);
static int variable = 4;

int main(void) {
    char text[] = "literal";
    if (__VERIFIER_nondet_bool())
        text[0] = 'L';
    else
        *(const volatile int *)&variable;
    variable = text[0];
    return 0;
}
