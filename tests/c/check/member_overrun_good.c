// Members that are filled to their end, whole structures, last members and unions: nothing is left.
// VERDICT: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct record {
    char name[8];
    void *owner;
    char note[4];
    int kind;
    char rest[2];
};

struct either {
    union {
        char few[4];
        char many[16];
    } u;
    int kind;
};

struct record global;

int main(void) {
    struct record local, *heap = calloc(1, sizeof *heap + 30);
    static const char zeros[sizeof local];
    struct either either;
    if (!heap)
        return 0;
    memcpy(&local, zeros, sizeof local);
    memset(&global, 0, sizeof global);
    memset(&global.owner, 0, sizeof global.owner);
    strcpy(local.name, "exactly");
    strcpy(heap->note, "abc");
    strcpy(heap->rest, "as long as the object is");
    sprintf(global.note, "%d", 123);
    strncpy(local.note, "without zero", sizeof local.note);
    memcpy(either.u.few, zeros, sizeof either.u);
    int length = __VERIFIER_nondet_int();
    if (length >= 0 && length <= (int)sizeof local.name)
        memset(local.name, 'a', length);
    free(heap);
    return either.kind == 0 && 0;
}
