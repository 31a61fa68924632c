// What the endless programs ask of the outside.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);

static unsigned pick(unsigned bound) {
    unsigned value = __VERIFIER_nondet_uint();
    __VERIFIER_assume(value < bound);
    return value;
}
