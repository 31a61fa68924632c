// Pointers to variables of a loop's body that are kept, and used in the same round only.
// VERDICT: safe
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *first;

static void push(struct node *node) {
    node->next = first;
    first = node;
}

int main(void) {
    int *last = NULL, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int() & 3;
        last = &x;
        sum += *last;
        if (x == 2)
            continue;
        *last = 3;
        assert(x == 3);
    }
    for (int i = 0; i < 2; i++) {
        struct node n = {0};
        n.value = i;
        push(&n);
        assert(first == &n && first->value == i);
        first = NULL;
    }
    assert(sum <= 9);
    return 0;
}
