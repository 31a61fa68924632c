// VERDICT: safe
// What a global still points to, directly or through the heap, is not lost.
// OPTIONS: --checks +memory-leak
#include <stdlib.h>
struct Node {
    struct Node *next;
};
static struct Node *list;

int main(void) {
    char *p = malloc(8);
    for (int i = 0; i < 3; i++) {
        struct Node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->next = list;
        list = node;
    }
    free(p);
    return 0;
}
