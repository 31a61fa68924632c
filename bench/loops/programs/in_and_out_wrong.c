// TRUTH: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    static char buffer[256];
    int in = 0, out = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (in < 256)
                buffer[in++] = 1;
        } else if (out < in) {
            buffer[out++] = 0;
        } else {
            in = 0;
        }
        assert(0 <= out && out <= in && in <= 256);
    }
}
