// VERDICT: unsafe
// A number on one way and an address on the other meet again: what was learnt of the number says nothing of the address.
// LEVELS: none light
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);

union word {
    int *pointer;
    uintptr_t number;
};

int main(void) {
    static int variable;
    union word word;
    if (__VERIFIER_nondet_int())
        word.number = 5;
    else
        word.pointer = &variable;
    int other = 0;
    if (__VERIFIER_nondet_int())
        other = 1;
    assert(word.number % 64 != 20 || other > 1); // BUG: assertion-failure
    return 0;
}
