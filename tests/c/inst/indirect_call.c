// VERDICT: safe
// Calls through pointers: tables, members, parameters, and a pointer that depends on an input.
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int both(int a, int b) { return a & b; }

typedef int Operation(int, int);
static Operation *const table[] = {add, subtract, both};

struct Shape {
    int size;
    int (*area)(struct Shape *);
};
static int square_area(struct Shape *s) { return s->size * s->size; }

static int apply(Operation *operation, int a, int b) { return operation(a, b); }

int main(void) {
    assert(apply(table[0], 4, 5) == 9);
    assert(apply(subtract, 4, 5) == -1);
    struct Shape shape = {6, square_area};
    assert(shape.area(&shape) == 36);

    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 0 && i < 3);
    int result = table[i](12, 10);
    assert(result == (i == 0 ? 22 : i == 1 ? 2 : 8));

    Operation *chosen = __VERIFIER_nondet_bool() ? add : both;
    result = chosen(7, 7);
    assert(result == 14 || result == 7);
    assert((chosen == add) == (result == 14));
    return 0;
}
