// VERDICT: safe
int __VERIFIER_nondet_int(void);
static short table[8] = {1, 2, 3};

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i > 8 || i < 1)
        return 0;
    const short *p = table + i;
    p--;
    return *p;
}
