// VERDICT: safe
// An arena that rounds its addresses up and down: whatever the addresses of its blocks are, pieces lie where they were cut.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct chunk {
    struct chunk *next;
};

struct arena {
    size_t left;
    char *at;
    struct chunk *first;
};

static void *grow(struct arena *arena, size_t size) {
    size_t room = 64;
    while (room < size)
        room *= 2;
    struct chunk *chunk = malloc(sizeof *chunk + room);
    if (!chunk)
        return NULL;
    char *start = (char *)chunk + sizeof *chunk;
    chunk->next = arena->first;
    arena->first = chunk;
    arena->left = room - size;
    arena->at = start + size;
    return start;
}

static void *get(struct arena *arena, size_t size) {
    char *aligned = (char *)((uintptr_t)(arena->at + 7) & ~(uintptr_t)7);
    size_t needed = size + (size_t)(aligned - arena->at);
    if (arena->left >= needed) {
        arena->left -= needed;
        arena->at += needed;
        return aligned;
    }
    char *start = grow(arena, size + 7);
    return start ? (char *)((uintptr_t)start & ~(uintptr_t)7) : NULL;
}

int main(void) {
    struct arena arena = {0};
    if (!grow(&arena, 0))
        return 0;
    char *name = get(&arena, 3);
    long *one = get(&arena, 24), *two = get(&arena, 800000), *three = get(&arena, 48);
    if (!name || !one || !two || !three)
        return 0;
    name[2] = 'x';
    one[2] = 1;
    two[4] = 2;
    three[5] = 3;
    int given = __VERIFIER_nondet_int();
    two[5] = given;
    assert(name[2] == 'x' && one[2] == 1 && two[4] == 2 && two[5] == given && three[5] == 3);
    while (arena.first) {
        struct chunk *next = arena.first->next;
        free(arena.first);
        arena.first = next;
    }
    return 0;
}
