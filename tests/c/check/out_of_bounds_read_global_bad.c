// VERDICT: unsafe
// Before the start of a global, through a pointer.
int __VERIFIER_nondet_int(void);
static short table[8] = {1, 2, 3};
static short other[8];

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i > 8 || i < 0)
        return 0;
    const short *p = table + i;
    p--;
    return *p + other[0]; // BUG: out-of-bounds-read
}
