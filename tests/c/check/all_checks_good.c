// VERDICT: safe
// An ordinary program under every check.
// OPTIONS: --checks all
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct Stack {
    int *items;
    int count, capacity;
};

static int push(struct Stack *s, int item) {
    if (s->count == s->capacity) {
        int capacity = s->capacity ? 2 * s->capacity : 1;
        int *items = realloc(s->items, (size_t)capacity * sizeof *items);
        if (!items)
            return 0;
        s->items = items;
        s->capacity = capacity;
    }
    s->items[s->count++] = item;
    return 1;
}

int main(void) {
    struct Stack s = {0};
    for (int i = 0; i < 3; i++)
        if (!push(&s, __VERIFIER_nondet_uchar()))
            break;
    int sum = 0;
    for (int i = 0; i < s.count; i++)
        if (s.items[i] > 100)
            sum += s.items[i];
    free(s.items);
    return sum > 1000;
}
