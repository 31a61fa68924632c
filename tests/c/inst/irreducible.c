// VERDICT: safe
// Control flow no loop statement makes: Duff's device, a jump into a loop, gotos backwards.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static void copy(char *to, const char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
}

int main(void) {
    char from[8] = "abcdefg", to[8] = {0};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 7);
    copy(to, from, n);
    for (int i = 0; i < 8; i++)
        assert(to[i] == (i < n ? from[i] : 0));

    int x = 0;
    if (n > 3)
        goto inside;
    while (x < 10) {
        x += 3;
    inside:
        x += 2;
    }
    assert(x == (n > 3 ? 12 : 10));
    return 0;
}
