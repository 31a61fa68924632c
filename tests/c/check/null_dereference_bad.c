// VERDICT: unsafe
// A null pointer read, written, called, and through a member at an offset.
#include <stddef.h>
int __VERIFIER_nondet_int(void);
struct Node {
    struct Node *next;
    int value;
};

int main(void) {
    int x = __VERIFIER_nondet_int();
    int cell = 1;
    int *p = x == 3 ? NULL : &cell;
    struct Node *node = NULL;
    int (*function)(void) = NULL;
    if (x == 4)
        return node->value; // BUG: null-dereference
    if (x == 5)
        return function(); // BUG: null-dereference
    if (x > 2)
        *p = 2; // BUG: null-dereference
    return *p;
}
