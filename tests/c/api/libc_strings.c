// VERDICT: safe
// String functions on symbolic text, against their definitions.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char a[4], b[3];
    for (int i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_char();
    a[3] = 0;
    for (int i = 0; i < 2; i++)
        b[i] = __VERIFIER_nondet_char();
    b[2] = 0;
    size_t n = strlen(a);
    assert(n <= 3 && a[n] == 0);
    char copy[4];
    strcpy(copy, a);
    assert(strcmp(copy, a) == 0);
    assert(memcmp(copy, a, n + 1) == 0);
    char *x = strchr(a, 'x');
    assert(x == NULL || *x == 'x');
    if (n == 3 && a[1] == 'x' && a[0] != 'x')
        assert(x == a + 1);
    int order = strcmp(a, b);
    if (order == 0)
        assert(strlen(b) == n);
    if (a[0] > 0 && b[0] > 0 && a[0] < b[0])
        assert(order < 0);
    return 0;
}
