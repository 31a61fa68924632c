/* obstack.h: what its macros call. Chunks come from the function the program names, mostly malloc. */
#include <stddef.h>
#include <stdint.h>

#include "engine.h"

struct chunk {
    char *limit;
    struct chunk *previous;
    char contents[4];
};

/* As glibc has it on x86-64. */
struct obstack {
    long chunk_size;
    struct chunk *chunk;
    char *object_base, *next_free, *chunk_limit;
    union {
        long number;
        void *pointer;
    } temporary;
    int alignment_mask;
    void *allocate, *release, *argument;
    unsigned has_argument : 1, maybe_empty : 1, failed : 1;
};

_Noreturn void exit(int status);
int obstack_exit_failure = 1;
static void give_up(void) { exit(obstack_exit_failure); }
void (*obstack_alloc_failed_handler)(void) = give_up;

static struct chunk *new_chunk(struct obstack *h, long size) {
    struct chunk *chunk = h->has_argument ? ((struct chunk * (*)(void *, long)) h->allocate)(h->argument, size)
                                          : ((struct chunk * (*)(long)) h->allocate)(size);
    if (chunk == NULL)
        obstack_alloc_failed_handler();
    chunk->limit = (char *)chunk + size;
    return chunk;
}

static void free_chunk(struct obstack *h, struct chunk *chunk) {
    if (h->has_argument)
        ((void (*)(void *, struct chunk *))h->release)(h->argument, chunk);
    else
        ((void (*)(struct chunk *))h->release)(chunk);
}

static char *aligned(const struct obstack *h, struct chunk *chunk) {
    size_t over = (uintptr_t)chunk->contents & (size_t)h->alignment_mask;
    return chunk->contents + (over == 0 ? 0 : (size_t)h->alignment_mask + 1 - over);
}

static int begin(struct obstack *h, int size, int alignment) {
    alignment = alignment == 0 ? 16 : alignment;
    /* What a chunk of malloc takes beyond its own size is left free. */
    h->chunk_size = size == 0 ? 4096 - 32 : size;
    h->alignment_mask = alignment - 1;
    h->chunk = new_chunk(h, h->chunk_size);
    h->chunk->previous = NULL;
    h->next_free = h->object_base = aligned(h, h->chunk);
    h->chunk_limit = h->chunk->limit;
    h->maybe_empty = h->failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *h, int size, int alignment, void *allocate, void *release) {
    h->allocate = allocate;
    h->release = release;
    h->has_argument = 0;
    return begin(h, size, alignment);
}

int _obstack_begin_1(struct obstack *h, int size, int alignment, void *allocate, void *release, void *argument) {
    h->allocate = allocate;
    h->release = release;
    h->argument = argument;
    h->has_argument = 1;
    return begin(h, size, alignment);
}

/* A larger chunk, to which the object in the making moves. */
void _obstack_newchunk(struct obstack *h, int length) {
    struct chunk *old = h->chunk;
    long used = h->next_free - h->object_base;
    long size = used + length + (used >> 3) + h->alignment_mask + 100;
    struct chunk *chunk = new_chunk(h, size < h->chunk_size ? h->chunk_size : size);
    h->chunk = chunk;
    chunk->previous = old;
    h->chunk_limit = chunk->limit;
    char *base = aligned(h, chunk);
    __builtin_memcpy(base, h->object_base, (size_t)used);
    if (!h->maybe_empty && h->object_base == aligned(h, old)) {
        chunk->previous = old->previous;
        free_chunk(h, old);
    }
    h->object_base = base;
    h->next_free = base + used;
    h->maybe_empty = 0;
}

static _Bool is_in(const struct chunk *chunk, const char *object) {
    size_t apart = __secateur_apart(chunk, object);
    return apart != (size_t)-1 && object > (const char *)chunk && object <= chunk->limit;
}

/* Gives back an object and all made after it; everything for NULL. */
void obstack_free(struct obstack *h, void *object) {
    struct chunk *chunk = h->chunk;
    while (chunk != NULL && (object == NULL || !is_in(chunk, object))) {
        struct chunk *previous = chunk->previous;
        free_chunk(h, chunk);
        chunk = previous;
        h->maybe_empty = 1;
    }
    if (chunk != NULL) {
        h->object_base = h->next_free = object;
        h->chunk_limit = chunk->limit;
        h->chunk = chunk;
    } else if (object != NULL) {
        _Noreturn void abort(void);
        abort();
    }
}
void _obstack_free(struct obstack *h, void *object) { obstack_free(h, object); }

int _obstack_memory_used(struct obstack *h) {
    int total = 0;
    for (struct chunk *chunk = h->chunk; chunk != NULL; chunk = chunk->previous)
        total += (int)(chunk->limit - (char *)chunk);
    return total;
}

int _obstack_allocated_p(struct obstack *h, void *object) {
    struct chunk *chunk = h->chunk;
    while (chunk != NULL && !is_in(chunk, object))
        chunk = chunk->previous;
    return chunk != NULL;
}
