// VERDICT: safe
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x | 1) % 2 == 0)
        reach_error();
    return 0;
}
