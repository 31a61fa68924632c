// VERDICT: unsafe
// Called through a pointer of another type; called through a pointer to data.
int __VERIFIER_nondet_int(void);
static int two(int a, long b) { return a + (int)b; }
static int data = 5;

int main(void) {
    int x = __VERIFIER_nondet_int();
    int (*one)(int) = (int (*)(int))two;
    if (x == 1)
        return one(x); // BUG: function-mismatch
    void (*strange)(void) = (void (*)(void))(void *)&data;
    if (x == 2)
        strange(); // BUG: function-mismatch
    return 0;
}
