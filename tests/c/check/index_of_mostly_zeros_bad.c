// An array with few values in its initialiser is left once, not twice.
// VERDICT: unsafe
int __VERIFIER_nondet_int(void);

static const signed char values[128] = {['A'] = 3, ['B'] = 1};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i > 127)
        return 0;
    return values[i]; // BUG: out-of-bounds-read
}
