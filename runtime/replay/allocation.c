/* Allocations: what fails in the test fails here. The order of questions is the engine's (crates/machine/src/libc/alloc.rs). */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <iconv.h>
#include <malloc.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static int is_refused(void) {
    int error = secateur_replay_failure("allocation");
    if (error)
        errno = error;
    return error != 0;
}

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

void *__wrap_malloc(size_t size) { return is_refused() ? NULL : malloc(size); }
void *__wrap_valloc(size_t size) { return is_refused() ? NULL : valloc(size); }
void *__wrap_memalign(size_t alignment, size_t size) { return is_refused() ? NULL : memalign(alignment, size); }
char *__wrap_strdup(const char *text) { return is_refused() ? NULL : strdup(text); }
char *__wrap_strndup(const char *text, size_t most) { return is_refused() ? NULL : strndup(text, most); }

void *__wrap_calloc(size_t n, size_t size) {
    size_t total;
    return !__builtin_mul_overflow(n, size, &total) && is_refused() ? NULL : calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size) { return !(old && !size) && is_refused() ? NULL : realloc(old, size); }

void *__wrap_reallocarray(void *old, size_t n, size_t size) {
    size_t total;
    return !__builtin_mul_overflow(n, size, &total) && is_refused() ? NULL : reallocarray(old, n, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
    return is_power_of_two(alignment) && is_refused() ? NULL : aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void **to, size_t alignment, size_t size) {
    if (is_power_of_two(alignment) && alignment >= sizeof(void *) && secateur_replay_failure("allocation"))
        return ENOMEM;
    return posix_memalign(to, alignment, size);
}

int __wrap_vasprintf(char **to, const char *format, va_list arguments) {
    return is_refused() ? -1 : vasprintf(to, format, arguments);
}

int __wrap_asprintf(char **to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vasprintf(to, format, arguments);
    va_end(arguments);
    return length;
}

/* What begins with an allocation in the models (runtime/libc). */
FILE *__wrap_fmemopen(void *memory, size_t size, const char *mode) {
    return !memory && strchr("rwa", *mode) && *mode && is_refused() ? NULL : fmemopen(memory, size, mode);
}

FILE *__wrap_open_memstream(char **text, size_t *length) { return is_refused() ? NULL : open_memstream(text, length); }
iconv_t __wrap_iconv_open(const char *to, const char *from) { return is_refused() ? (iconv_t)-1 : iconv_open(to, from); }

int __wrap_regcomp(regex_t *regex, const char *pattern, int flags) {
    int error = regcomp(regex, pattern, flags);
    if (error || !is_refused())
        return error;
    regfree(regex);
    return REG_ESPACE;
}

void *__wrap_mmap(void *wanted, size_t size, int protection, int flags, int descriptor, off_t offset) {
    _Bool asks = size && size <= (size_t)-4096 && (flags & (MAP_SHARED | MAP_PRIVATE)) && (flags & MAP_ANONYMOUS);
    return asks && is_refused() ? MAP_FAILED : mmap(wanted, size, protection, flags, descriptor, offset);
}

void *__wrap_mmap64(void *wanted, size_t size, int protection, int flags, int descriptor, off_t offset) {
    return __wrap_mmap(wanted, size, protection, flags, descriptor, offset);
}
