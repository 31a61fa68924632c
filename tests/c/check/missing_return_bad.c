// VERDICT: unsafe
// The value of a function that came to its end without return is used.
int __VERIFIER_nondet_int(void);

static int sign(int x) {
    if (x > 0)
        return 1;
    for (int i = 0; i < 2; i++) {
        int moved = x + i;
        if (moved == 0)
            return 0;
    }
} // BUG: missing-return

static int nothing(int x) { x++; } // BUG: missing-return

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 100)
        return nothing(x) & 0;
    return sign(x) & 0;
}
