// VERDICT: unsafe
// An arena that forgets that rounding an address up takes room as well: its last piece ends behind its block.
#include <stdint.h>
#include <stdlib.h>

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
    if (arena->left >= size) {
        arena->left -= size;
        arena->at += size;
        return aligned;
    }
    char *start = grow(arena, size + 7);
    return start ? (char *)((uintptr_t)start & ~(uintptr_t)7) : NULL;
}

int main(void) {
    struct arena arena = {0};
    if (!grow(&arena, 0))
        return 0;
    char *name = get(&arena, 3), *one = get(&arena, 24), *last = get(&arena, 37);
    if (!name || !one || !last)
        return 0;
    name[2] = one[23] = 'x';
    last[31] = 'y';
    last[36] = 'z'; // BUG: out-of-bounds-write
    return 0;
}
