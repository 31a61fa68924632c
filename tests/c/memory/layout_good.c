// VERDICT: safe
// What C and the platform promise of addresses: inside an object everything, between objects that they differ, and alignment.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int global[4];
static char byte;

static void copy(char *to, const char *from, unsigned n) {
    if (to < from)
        for (unsigned i = 0; i < n; i++)
            to[i] = from[i];
    else
        while (n--)
            to[n] = from[n];
}

int main(void) {
    int local, a[10], n = 0;
    for (int *p = &a[2], *end = a + 10; p < end; p++)
        n++;
    assert(n == 8 && &a[7] - a == 7);

    uintptr_t tagged = (uintptr_t)&local | 1;
    int *back = (int *)(tagged & ~(uintptr_t)1);
    *back = __VERIFIER_nondet_int();
    assert(back == &local && tagged % 4 == 1 && (void *)tagged != NULL);
    assert(&local != a && (uintptr_t)global != (uintptr_t)&local);
    assert((uintptr_t)&a[3] - (uintptr_t)a == 3 * sizeof a[0] && (uintptr_t)&byte != 0);

    char *bytes = (char *)&global[1];
    while ((uintptr_t)bytes & 3)
        bytes++;
    assert(bytes == (char *)&global[1]);

    char *p = malloc(8), *q = aligned_alloc(64, 64);
    if (!p || !q)
        return 0;
    assert((uintptr_t)p % 16 == 0 && (uintptr_t)q % 64 == 0);
    if (p < q)
        assert(!(q < p) && q - p != 0);
    p[0] = (char)local;
    copy(q, p, 1);
    assert(q[0] == (char)local);
    char *old = p;
    free(p);
    assert(q != old);
    free(q);
    return 0;
}
