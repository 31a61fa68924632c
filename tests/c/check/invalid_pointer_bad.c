// VERDICT: unsafe
// An integer that is no object's address.
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 8)
        *(volatile int *)0x12345678 = 1; // BUG: invalid-pointer
    return 0;
}
