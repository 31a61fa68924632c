// VERDICT: safe
char __VERIFIER_nondet_char(void);

int main(void) {
    char from[8], to[7];
    for (int i = 0; i < 8; i++)
        from[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 7; i++) {
        if (from[i] == 0)
            break;
        *(to + i) = from[i];
    }
    return 0;
}
