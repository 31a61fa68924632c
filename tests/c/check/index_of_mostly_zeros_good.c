// An array with few values in its initialiser is not left.
// VERDICT: safe
int __VERIFIER_nondet_int(void);

static const signed char values[128] = {['A'] = 3, ['B'] = 1};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 127)
        return 0;
    return values[i];
}
