// VERDICT: safe
// Casts that come back to the function's own type before the call.
int __VERIFIER_nondet_int(void);
static int two(int a, long b) { return a + (int)b; }

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xff;
    void (*stored)(void) = (void (*)(void))two;
    return ((int (*)(int, long))stored)(x, 2) == x + 2 ? 0 : 1;
}
