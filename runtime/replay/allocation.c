/* Allocations: what fails in the test fails here. The order of questions is the engine's (crates/machine/src/libc/alloc.rs). */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <malloc.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <wchar.h>

int secateur_replay_refuses_memory(void) {
    int error = secateur_replay_failure("allocation");
    if (error)
        errno = error;
    return error != 0;
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *__wrap_malloc(size_t size) { return secateur_replay_refuses_memory() ? NULL : malloc(size); }
void *__wrap_valloc(size_t size) { return secateur_replay_refuses_memory() ? NULL : valloc(size); }
void *__wrap_memalign(size_t alignment, size_t size) { return secateur_replay_refuses_memory() ? NULL : memalign(alignment, size); }
char *__wrap_strdup(const char *text) { return secateur_replay_refuses_memory() ? NULL : strdup(text); }
char *__wrap_strndup(const char *text, size_t most) { return secateur_replay_refuses_memory() ? NULL : strndup(text, most); }

void *__wrap_calloc(size_t n, size_t size) {
    size_t total;
    return !__builtin_mul_overflow(n, size, &total) && secateur_replay_refuses_memory() ? NULL : calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size) { return !(old && !size) && secateur_replay_refuses_memory() ? NULL : realloc(old, size); }

void *__wrap_reallocarray(void *old, size_t n, size_t size) {
    size_t total;
    return !__builtin_mul_overflow(n, size, &total) && secateur_replay_refuses_memory() ? NULL : reallocarray(old, n, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return is_power_of_two(alignment) && secateur_replay_refuses_memory() ? NULL : aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **to, size_t alignment, size_t size) {
    if (is_power_of_two(alignment) && alignment >= sizeof(void *) && secateur_replay_failure("allocation"))
        return ENOMEM;
    return posix_memalign(to, alignment, size);
}

int __wrap_vasprintf(char **to, const char *format, va_list arguments) {
    return secateur_replay_refuses_memory() ? -1 : vasprintf(to, format, arguments);
}

int __wrap_asprintf(char **to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

/* Functions that allocate what they return. The conditions are those under which the models come to it. */
wchar_t *__wrap_wcsdup(const wchar_t *text) { return secateur_replay_refuses_memory() ? NULL : wcsdup(text); }

char *__wrap_realpath(const char *name, char *to) {
    char *known = to ? NULL : realpath(name, NULL);
    int refused = known && secateur_replay_refuses_memory();
    free(known);
    return refused ? NULL : realpath(name, to);
}

char *__wrap_canonicalize_file_name(const char *name) { return __wrap_realpath(name, NULL); }

int __wrap_setenv(const char *name, const char *value, int overwrite) {
    int is_name = name && *name && !strchr(name, '=');
    int changes = is_name && (overwrite || !getenv(name));
    return changes && secateur_replay_refuses_memory() ? -1 : setenv(name, value, overwrite);
}

int __wrap_putenv(char *text) { return strchr(text, '=') && secateur_replay_refuses_memory() ? -1 : putenv(text); }

/* What begins with an allocation in the models (runtime/libc). */
FILE *__wrap_fmemopen(void *memory, size_t size, const char *mode) {
    return !memory && strchr("rwa", *mode) && *mode && secateur_replay_refuses_memory() ? NULL : fmemopen(memory, size, mode);
}

FILE *__wrap_open_memstream(char **text, size_t *length) { return secateur_replay_refuses_memory() ? NULL : open_memstream(text, length); }
iconv_t __wrap_iconv_open(const char *to, const char *from) { return secateur_replay_refuses_memory() ? (iconv_t)-1 : iconv_open(to, from); }

int __wrap_regcomp(regex_t *regex, const char *pattern, int flags) {
    int error = regcomp(regex, pattern, flags);
    if (error || !secateur_replay_refuses_memory())
        return error;
    regfree(regex);
    return REG_ESPACE;
}

static _Bool can_be_mapped(int protection, int flags, int descriptor) {
    struct stat about;
    int mode = fcntl(descriptor, F_GETFL);
    if (mode < 0 || fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode) || (mode & O_ACCMODE) == O_WRONLY)
        return 0;
    return !(flags & MAP_SHARED) || !(protection & PROT_WRITE) || (mode & O_ACCMODE) == O_RDWR;
}

void *__wrap_mmap(void *wanted, size_t size, int protection, int flags, int descriptor, off_t offset) {
    _Bool asks = size && size <= (size_t)-4096 && offset % 4096 == 0 && (flags & (MAP_SHARED | MAP_PRIVATE)) &&
                 ((flags & MAP_ANONYMOUS) || can_be_mapped(protection, flags, descriptor));
    return asks && secateur_replay_refuses_memory() ? MAP_FAILED : mmap(wanted, size, protection, flags, descriptor, offset);
}

void *__wrap_mmap64(void *wanted, size_t size, int protection, int flags, int descriptor, off_t offset) {
    return __wrap_mmap(wanted, size, protection, flags, descriptor, offset);
}
