// VERDICT: unknown
// What is said of values beyond the small range that is tried is not settled.
// LEVELS: none light
int main(void) {
    __CPROVER_assert(__CPROVER_forall { int i; i != 1000000 }, "not for a million");
    return 0;
}
