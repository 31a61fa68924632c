/* sys/mman.h: memory in pages that belongs to no file. A mapping is freed as a whole, and nobody but munmap takes it back. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

void free(void *block);

/* Values of Linux on x86-64. */
enum { PAGE = 4096, READ_AND_WRITE = 3 };
enum { SHARED = 1, PRIVATE = 2, ANONYMOUS = 0x20, NO_RESERVE = 0x4000, POPULATE = 0x8000, STACK = 0x20000 };

static struct mapping {
    void *start;
    size_t size;
    struct mapping *next;
} *mappings;

static void *const failed = (void *)-1;

static void *refused(int error) {
    errno = error;
    return failed;
}

void *mmap(void *wanted, size_t size, int protection, int flags, int descriptor, long offset) {
    (void)wanted, (void)descriptor, (void)offset;
    int kind = flags & (SHARED | PRIVATE);
    if (size == 0 || kind == 0)
        return refused(EINVAL);
    if (!(flags & ANONYMOUS))
        __secateur_not_modelled("a file that is mapped into memory");
    if (flags & ~(SHARED | PRIVATE | ANONYMOUS | NO_RESERVE | POPULATE | STACK) || kind == (SHARED | PRIVATE))
        __secateur_not_modelled("a flag of mmap");
    if (protection != READ_AND_WRITE)
        __secateur_not_modelled("memory by mmap that is not to be read and written");
    if (size > (size_t)-PAGE)
        return refused(ENOMEM);
    int error = __secateur_fails("allocation");
    if (error != 0)
        return refused(error);
    size = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    void *start = __secateur_pages(size);
    if (start == NULL)
        return refused(ENOMEM);
    struct mapping *mapping = __secateur_allocate(sizeof *mapping);
    *mapping = (struct mapping){start, size, mappings};
    mappings = mapping;
    return start;
}

void *mmap64(void *wanted, size_t size, int protection, int flags, int descriptor, long offset) {
    return mmap(wanted, size, protection, flags, descriptor, offset);
}

int munmap(void *start, size_t size) {
    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    size = (size + PAGE - 1) & ~(size_t)(PAGE - 1);
    for (struct mapping **at = &mappings; *at != NULL; at = &(*at)->next) {
        struct mapping *mapping = *at;
        if (mapping->start != start || mapping->size != size)
            continue;
        *at = mapping->next;
        free(mapping->start);
        free(mapping);
        return 0;
    }
    __secateur_not_modelled("a part of what mmap has given, or anything else, that is given back");
}
