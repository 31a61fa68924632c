// VERDICT: safe
// A list built from inputs, reversed in place.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
struct Node {
    struct Node *next;
    unsigned char value;
};

int main(void) {
    struct Node *list = NULL;
    int count = 0;
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        if (!__VERIFIER_nondet_bool())
            continue;
        struct Node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_uchar();
        sum += node->value;
        node->next = list;
        list = node;
        count++;
    }
    struct Node *reversed = NULL;
    while (list) {
        struct Node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    while (reversed) {
        struct Node *next = reversed->next;
        sum -= reversed->value;
        count--;
        free(reversed);
        reversed = next;
    }
    assert(count == 0 && sum == 0);
    return 0;
}
