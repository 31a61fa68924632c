/* sys/mman.h: memory in pages, of its own or with the contents of a file. A mapping is given back as a whole, and nobody but munmap takes it
 * back.
 *
 * A private mapping is a copy of the file, which cannot be written to while there is one: whether that would show is nobody's to say. One that is shared
 * and written to is where the file's bytes are from then on. Pages behind the last of the file are no memory. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

void free(void *block);

/* Values of Linux on x86-64. */
enum { PAGE = 4096, CAN_READ = 1, CAN_WRITE = 2, READ_AND_WRITE = 3 };
enum { SHARED = 1, PRIVATE = 2, ANONYMOUS = 0x20, NO_RESERVE = 0x4000, POPULATE = 0x8000, STACK = 0x20000 };

static struct mapping {
    char *start;
    size_t size;
    struct file *file;
    /* The bytes of the file are in it. */
    _Bool is_file;
    struct mapping *next;
} *mappings;

static void *const failed = (void *)-1;

static void *refused(int error) {
    errno = error;
    return failed;
}

static size_t whole_pages(size_t size) { return (size + PAGE - 1) & ~(size_t)(PAGE - 1); }

static void *keep(char *start, size_t size, struct file *file, _Bool is_file) {
    struct mapping *mapping = __secateur_allocate(sizeof *mapping);
    *mapping = (struct mapping){start, size, file, is_file, mappings};
    mappings = mapping;
    return start;
}

/* What has been written has to be in the file. */
static void look_for_unflushed(const struct file *file) {
    for (int i = 0; i < DESCRIPTORS; i++) {
        const struct stream *stream = __secateur_descriptors[i];
        if (stream != NULL && stream->is_file && stream->file == file && stream->unflushed)
            __secateur_not_modelled("a file that is mapped before what was written to it is flushed");
    }
}

static void *map_file(size_t size, int protection, int flags, int descriptor, size_t offset) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return failed;
    struct file *file = stream->file;
    if (file == NULL || file->kind == ZEROS || file->unknown != NULL)
        __secateur_not_modelled("a file nobody knows, or a device, that is mapped into memory");
    _Bool is_shared = (flags & SHARED) != 0 && (protection & CAN_WRITE);
    if (!stream->readable || (is_shared && !stream->writable))
        return refused(EACCES);
    if (file->kind != PLAIN)
        return refused(ENODEV);
    if (!(protection & CAN_READ))
        __secateur_not_modelled("memory by mmap that is not to be read");
    if (offset >= file->size)
        __secateur_not_modelled("a mapping of nothing that a file has");
    size_t there = whole_pages(file->size) - offset, mapped = whole_pages(size);
    if (is_shared && (offset != 0 || mapped < there || file->mappings > 0))
        __secateur_not_modelled("a shared mapping of a part of a file, or beside another");
    for (const struct mapping *mapping = mappings; mapping != NULL; mapping = mapping->next)
        if (mapping->file == file && mapping->is_file)
            __secateur_not_modelled("a mapping of a file beside a shared one");
    look_for_unflushed(file);
    int error = __secateur_fails("allocation");
    if (error != 0)
        return refused(error);
    size_t room = mapped < there ? mapped : there, left = file->size - offset;
    char *start = __secateur_pages(room);
    __builtin_memcpy(start, file->data + offset, left < room ? left : room);
    if (is_shared) {
        file->data = start;
        file->capacity = room;
    }
    file->mappings++;
    return keep(start, mapped, file, is_shared);
}

void *mmap(void *wanted, size_t size, int protection, int flags, int descriptor, long offset) {
    (void)wanted;
    int kind = flags & (SHARED | PRIVATE);
    if (size == 0 || kind == 0 || (offset & (PAGE - 1)))
        return refused(EINVAL);
    if (flags & ~(SHARED | PRIVATE | ANONYMOUS | NO_RESERVE | POPULATE | STACK) || kind == (SHARED | PRIVATE))
        __secateur_not_modelled("a flag of mmap");
    if (size > (size_t)-PAGE)
        return refused(ENOMEM);
    if (protection & ~READ_AND_WRITE)
        __secateur_not_modelled("memory by mmap that is to be executed");
    if (!(flags & ANONYMOUS)) {
        if (offset < 0 || size > (size_t)1 << 40)
            __secateur_not_modelled("a mapping of a file that is as large");
        return map_file(size, protection, flags, descriptor, (size_t)offset);
    }
    if (protection != READ_AND_WRITE)
        __secateur_not_modelled("memory by mmap that is not to be read and written");
    int error = __secateur_fails("allocation");
    if (error != 0)
        return refused(error);
    size = whole_pages(size);
    void *start = __secateur_pages(size);
    return start == NULL ? refused(ENOMEM) : keep(start, size, NULL, 0);
}

void *mmap64(void *wanted, size_t size, int protection, int flags, int descriptor, long offset) {
    return mmap(wanted, size, protection, flags, descriptor, offset);
}

int munmap(void *start, size_t size) {
    if (size == 0) {
        errno = EINVAL;
        return -1;
    }
    size = whole_pages(size);
    for (struct mapping **at = &mappings; *at != NULL; at = &(*at)->next) {
        struct mapping *mapping = *at;
        if (mapping->start != start || mapping->size != size)
            continue;
        *at = mapping->next;
        if (mapping->file != NULL)
            mapping->file->mappings--;
        if (mapping->is_file) {
            /* The file keeps what was written. */
            struct file *file = mapping->file;
            file->data = __secateur_allocate(file->size);
            file->capacity = file->size;
            __builtin_memcpy(file->data, mapping->start, file->size);
        }
        free(mapping->start);
        free(mapping);
        return 0;
    }
    __secateur_not_modelled("a part of what mmap has given, or anything else, that is given back");
}

/* Whether a part of what mmap has given begins here, in whole pages. */
static _Bool is_mapped(const char *start, size_t size) {
    for (const struct mapping *mapping = mappings; mapping != NULL; mapping = mapping->next) {
        size_t apart = __secateur_apart(start, mapping->start);
        if (apart < mapping->size && whole_pages(size) <= mapping->size - apart)
            return 1;
    }
    return 0;
}

/* Whose start has to be that of a page. */
static _Bool is_page(const char *start) {
    for (const struct mapping *mapping = mappings; mapping != NULL; mapping = mapping->next) {
        size_t apart = __secateur_apart(start, mapping->start);
        if (apart < mapping->size)
            return (apart & (PAGE - 1)) == 0;
    }
    __secateur_not_modelled("memory that mmap has not given");
}

/* Nothing waits to be written. */
int msync(void *start, size_t size, int flags) {
    enum { LATER = 1, AGAIN = 2, NOW = 4 };
    if ((flags & ~(LATER | AGAIN | NOW)) || (flags & (LATER | NOW)) == (LATER | NOW) || !is_page(start)) {
        errno = EINVAL;
        return -1;
    }
    if (!is_mapped(start, size))
        __secateur_not_modelled("msync of more than was mapped");
    return 0;
}

/* Advice that changes nothing. */
int madvise(void *start, size_t size, int advice) {
    enum { LAST_HARMLESS = 3 };
    if (advice < 0 || advice > LAST_HARMLESS)
        __secateur_not_modelled("advice for memory that changes it");
    if (!is_page(start)) {
        errno = EINVAL;
        return -1;
    }
    if (!is_mapped(start, size))
        __secateur_not_modelled("advice for more memory than was mapped");
    return 0;
}

int posix_madvise(void *start, size_t size, int advice) {
    int before = errno, result = madvise(start, size, advice) == 0 ? 0 : errno;
    errno = before;
    return result;
}
