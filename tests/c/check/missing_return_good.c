// VERDICT: safe
// It is only called where it returns, or its value is not used; main may end without.
int __VERIFIER_nondet_int(void);

static int sign(int x) {
    if (x > 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        int moved = x + i;
        if (moved == 0)
            return 0;
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    sign(x);
    if (x > -2)
        return sign(x) & 0;
}
