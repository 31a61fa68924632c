/* A linked list that is filtered in place, with a use after free.
 *
 *     secateur run list.c
 *
 * Shows: structs, malloc and free, and the one line per bug with the input that leads to it (exit status 10).
 */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct Item {
    int price;
    struct Item *next;
};

static struct Item *push(struct Item *list, int price) {
    struct Item *item = malloc(sizeof *item);
    if (item == NULL)
        exit(1);
    item->price = price;
    item->next = list;
    return item;
}

/* Removes what costs more than limit. */
static struct Item *remove_above(struct Item *list, int limit) {
    struct Item **link = &list;
    while (*link != NULL) {
        struct Item *item = *link;
        if (item->price > limit) {
            free(item);
            *link = item->next; /* item is gone already: the bug */
        } else {
            link = &item->next;
        }
    }
    return list;
}

int main(void) {
    struct Item *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, __VERIFIER_nondet_int());
    list = remove_above(list, 1000);
    while (list != NULL) {
        struct Item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
