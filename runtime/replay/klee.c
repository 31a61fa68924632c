/* KLEE's annotations, Secateur's names for them, and TracerX's. */
#include "replay.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

REPLACEABLE void klee_make_symbolic(void *address, size_t size, const char *name) {
    if (size)
        secateur_replay_input(name, address, size);
}

REPLACEABLE void secateur_make_symbolic(void *address, size_t size, const char *name) {
    if (size)
        secateur_replay_input(name, address, size);
}

REPLACEABLE int klee_range(int begin, int end, const char *name) {
    int value;
    (void)begin, (void)end;
    secateur_replay_input(name && *name ? name : "range", &value, sizeof value);
    return value;
}

REPLACEABLE int klee_int(const char *name) {
    int value;
    secateur_replay_input(name && *name ? name : "int", &value, sizeof value);
    return value;
}

REPLACEABLE uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    (void)n;
    secateur_replay_input("klee_choose", &value, sizeof value);
    return value;
}

REPLACEABLE void klee_assume(uintptr_t condition) {
    if (!condition)
        secateur_replay_stop("assumption does not hold", 0);
}

REPLACEABLE void secateur_assume(uintptr_t condition) {
    klee_assume(condition);
}

REPLACEABLE void secateur_assert(int condition) {
    if (!condition)
        secateur_replay_fail("assertion-failure");
}

REPLACEABLE void klee_silent_exit(int status) {
    secateur_replay_stop("silent exit", status);
}

REPLACEABLE void klee_abort(void) {
    secateur_replay_fail("abort");
}

REPLACEABLE void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)line, (void)message, (void)suffix;
    secateur_replay_fail("reported-error");
}

REPLACEABLE void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    secateur_replay_fail("assertion-failure");
}

/* Nothing is symbolic in a replay. */
REPLACEABLE unsigned klee_is_symbolic(uintptr_t n) {
    (void)n;
    return 0;
}

REPLACEABLE unsigned klee_is_replay(void) {
    return 1;
}

REPLACEABLE float klee_get_valuef(float value) { return value; }
REPLACEABLE double klee_get_valued(double value) { return value; }
REPLACEABLE long klee_get_valuel(long value) { return value; }
REPLACEABLE long long klee_get_valuell(long long value) { return value; }
REPLACEABLE int32_t klee_get_value_i32(int32_t value) { return value; }
REPLACEABLE int64_t klee_get_value_i64(int64_t value) { return value; }

REPLACEABLE size_t klee_get_obj_size(void *object) {
    return secateur_replay_object(&object);
}

REPLACEABLE int klee_get_errno(void) {
    return errno;
}

/* Touches both ends; a sanitizer sees what is outside. */
REPLACEABLE void klee_check_memory_access(const void *address, size_t size) {
    const volatile char *bytes = address;
    if (size) {
        (void)bytes[0];
        (void)bytes[size - 1];
    }
}

REPLACEABLE void klee_define_fixed_object(void *address, size_t size) {
    uintptr_t page = 4096, start = (uintptr_t)address / page * page;
    uintptr_t end = ((uintptr_t)address + size + page - 1) / page * page;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    if (mmap((void *)start, end - start, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED)
        secateur_replay_stop("a fixed object's address is taken", 0);
}

/* Advice and diagnostics. */
REPLACEABLE void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
REPLACEABLE void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
REPLACEABLE void klee_warning(const char *message) { (void)message; }
REPLACEABLE void klee_warning_once(const char *message) { (void)message; }
REPLACEABLE void klee_mark_global(void *object) { (void)object; }
REPLACEABLE void klee_stack_trace(void) {}
REPLACEABLE void klee_print_expr(const char *message, ...) { (void)message; }
REPLACEABLE void klee_print_range(const char *name, int value) { (void)name, (void)value; }
REPLACEABLE void klee_open_merge(void) {}
REPLACEABLE void klee_close_merge(void) {}
REPLACEABLE void klee_merge(void) {}
REPLACEABLE void klee_set_forking(unsigned enable) { (void)enable; }
REPLACEABLE void klee_alias_function(const char *name, const char *other) { (void)name, (void)other; }
