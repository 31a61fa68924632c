// VERDICT: safe
// Packed, aligned and flexible structs, compound literals, assignment of whole structs and of arrays inside them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) Packed {
    char a;
    int b;
    short c;
};
struct Aligned {
    char a;
    _Alignas(32) int b;
};
struct Flexible {
    int count;
    short items[];
};
struct Pair {
    int left[2], right[2];
};

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(sizeof(struct Packed) == 7 && sizeof(struct Aligned) == 64);
    struct Packed p = {1, x, 3}, q = p;
    assert(q.b == x && ((char *)&q)[1] == (char)x);
    struct Aligned aligned = {.b = x};
    assert((unsigned long)&aligned.b % 32 == 0 && aligned.b == x && aligned.a == 0);
    struct Flexible *f = malloc(sizeof *f + 3 * sizeof(short));
    f->count = 3;
    for (int i = 0; i < f->count; i++)
        f->items[i] = (short)(x + i);
    assert(f->items[2] == (short)(x + 2));
    free(f);
    struct Pair a = {{1, 2}, {3, x}}, b = {.right = {[1] = 9}};
    b = a;
    a.right[1] = 0;
    assert(b.right[1] == x && b.left[0] == 1);
    struct Pair *literal = &(struct Pair){{5, 6}, {7, 8}};
    *literal = b;
    assert(memcmp(literal, &b, sizeof b) == 0);
    return 0;
}
