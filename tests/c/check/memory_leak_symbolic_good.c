// VERDICT: safe
// A pointer stored at a symbolic place keeps its block, wherever that is.
// OPTIONS: --checks +memory-leak
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct Node {
    struct Node *next[4];
};
static void *table[4];
static struct Node *list;

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
    char *block = malloc(16);
    if (!block)
        return 0;
    table[i] = block + j;
    struct Node *first = calloc(1, sizeof *first), *second = calloc(1, sizeof *second);
    if (first && second) {
        first->next[j] = second;
        second->next[i] = first;
    } else {
        free(second);
    }
    list = first;
    return 0;
}
