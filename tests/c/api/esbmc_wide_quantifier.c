// VERDICT: unknown
// What a quantifier says of values beyond the small range is not settled by trying some.
// LEVELS: none light
int nondet_int(void);

int main(void) {
    int i, x = nondet_int();
    __ESBMC_assert(__ESBMC_forall(&i, i != 1000000 || x != i || 1), "trivially so");
    __ESBMC_assert(__ESBMC_forall(&i, i != 1000000), "not for a million");
    return 0;
}
