// A pointer to the variable of the last round: the one of this round is another variable, wherever it lies.
// VERDICT: unsafe
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
        if (last && x == 1)
            sum += *last; // BUG: use-after-scope
        last = &x;
    }
    for (int i = 0; i < 2; i++) {
        struct node n = {0};
        if (first)
            sum += first->value; // BUG: use-after-scope
        push(&n);
    }
    return sum > 100;
}
