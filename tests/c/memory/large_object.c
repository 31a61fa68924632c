// VERDICT: safe
// A large table at a symbolic index.
#include <assert.h>
static unsigned table[4096];
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    for (unsigned i = 0; i < 4096; i++)
        table[i] = i ^ 0x5a5;
    unsigned i = __VERIFIER_nondet_uint() & 4095;
    assert(table[i] == (i ^ 0x5a5));
    table[i] = 1;
    assert(table[i] == 1);
    return 0;
}
