// VERDICT: safe
// Whether a small number is a product of two others.
// PATHS: 2
#include <assert.h>
#include "../visit.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 15, y = __VERIFIER_nondet_uint() & 15;
    if (x * y == 143) {
        visit(1);
        assert(((x == 11) & (y == 13)) | ((x == 13) & (y == 11)));
    }
    return 0;
}
