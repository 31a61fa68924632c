// VERDICT: safe
// Labels as values: a tiny interpreter whose program is partly an input.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int run(const unsigned char *code) {
    static void *const labels[] = {&&increment, &&twice, &&negate, &&stop};
    int x = 1;
    goto *labels[*code];
increment:
    x += 1;
    goto *labels[*++code];
twice:
    x *= 2;
    goto *labels[*++code];
negate:
    x = -x;
    goto *labels[*++code];
stop:
    return x;
}

int main(void) {
    assert(run((const unsigned char[]){0, 1, 1, 2, 3}) == -8);
    unsigned char a = __VERIFIER_nondet_uchar() & 3, b = __VERIFIER_nondet_uchar() & 3;
    int result = run((const unsigned char[]){a, b, 3});
    assert(result >= -2 && result <= 4);
    assert(result != 3 || (a <= 1 && b == 0));
    assert(a != 3 || result == 1);
    return 0;
}
