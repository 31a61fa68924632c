// Library functions that fill more than the member they are given, inside of one object.
// VERDICT: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct record {
    char name[8];
    void *owner;
    char note[4];
    int kind;
};

struct record global;

static void fill(struct record *to, const char *text) {
    strcpy(to->note, text); // BUG: index-out-of-range
}

int main(void) {
    struct record local = {0};
    static const char zeros[sizeof local];
    struct record *heap = calloc(1, sizeof *heap);
    if (!heap)
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        memcpy(local.name, zeros, sizeof local); // BUG: index-out-of-range
        break;
    case 1:
        memset(heap->name, 0, 9); // BUG: index-out-of-range
        break;
    case 2:
        fill(heap, "long");
        break;
    case 3:
        sprintf(global.note, "%d", 12345); // BUG: index-out-of-range
        break;
    case 4:
        strncpy(local.note, "", 5); // BUG: index-out-of-range
        break;
    }
    free(heap);
    return 0;
}
