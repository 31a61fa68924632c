/* The annotations of SV-COMP, CBMC, ESBMC, CREST and SymCC.
 *
 * The functions that return an input of their own type (`__VERIFIER_nondet_X`, `nondet_X`) are not here: a definition is
 * made for each one a program declares.
 */
#include "replay.h"

#include <stdbool.h>
#include <string.h>

static void assume(bool condition) {
    if (!condition)
        secateur_replay_stop("assumption does not hold", 0);
}

static void require(bool condition) {
    if (!condition)
        secateur_replay_fail("assertion-failure");
}

/* SV-COMP. A program usually defines the error functions itself; this definition is linked before its own. */
REPLACEABLE void reach_error(void) { secateur_replay_fail("error-call"); }
REPLACEABLE void __VERIFIER_error(void) { secateur_replay_fail("error-call"); }
REPLACEABLE void __VERIFIER_assume(int condition) { assume(condition); }
REPLACEABLE void assume_abort_if_not(int condition) { assume(condition); }
REPLACEABLE void __VERIFIER_assert(int condition) { require(condition); }
/* What a program calls that uses assert() without its header. */
REPLACEABLE void assert(int condition) { require(condition); }
REPLACEABLE void __VERIFIER_atomic_begin(void) {}
REPLACEABLE void __VERIFIER_atomic_end(void) {}

REPLACEABLE void __VERIFIER_nondet_memory(void *address, size_t size) {
    if (size)
        secateur_replay_input("unnamed", address, size);
}

/* CBMC. */
REPLACEABLE void __CPROVER_assume(bool condition) { assume(condition); }
REPLACEABLE void __CPROVER_cover(bool condition, ...) { (void)condition; }
REPLACEABLE void __CPROVER_havoc_object(void *object) { secateur_replay_whole_input("havoc", object); }

REPLACEABLE void __CPROVER_assert(bool condition, const char *message) {
    (void)message;
    require(condition);
}

REPLACEABLE void __CPROVER_precondition(bool condition, const char *message) {
    (void)message;
    require(condition);
}

REPLACEABLE void __CPROVER_postcondition(bool condition, const char *message) {
    (void)message;
    require(condition);
}

/* ESBMC. */
REPLACEABLE void __ESBMC_assume(bool condition) { assume(condition); }

REPLACEABLE void __ESBMC_assert(bool condition, const char *message) {
    (void)message;
    require(condition);
}

/* CREST. */
REPLACEABLE void __CrestUChar(unsigned char *x) { secateur_replay_input("uchar", x, sizeof *x); }
REPLACEABLE void __CrestUShort(unsigned short *x) { secateur_replay_input("ushort", x, sizeof *x); }
REPLACEABLE void __CrestUInt(unsigned int *x) { secateur_replay_input("uint", x, sizeof *x); }
REPLACEABLE void __CrestChar(char *x) { secateur_replay_input("char", x, sizeof *x); }
REPLACEABLE void __CrestShort(short *x) { secateur_replay_input("short", x, sizeof *x); }
REPLACEABLE void __CrestInt(int *x) { secateur_replay_input("int", x, sizeof *x); }

/* SymCC. */
REPLACEABLE void symcc_make_symbolic(void *start, size_t size) {
    if (size)
        secateur_replay_input("unnamed", start, size);
}

/* Questions about pointers: the address sanitizer knows the answers. In builds without it there is none, and any access is
 * taken to be fine. */
extern const char *__asan_locate_address(void *address, char *name, size_t name_size, void **region, size_t *size)
    __attribute__((weak));
extern void *__asan_region_is_poisoned(void *begin, size_t size) __attribute__((weak));

static size_t region_of(const void *pointer, char **start) {
    void *region = 0;
    size_t size = 0;
    char name[64];
    if (__asan_locate_address)
        __asan_locate_address((void *)pointer, name, sizeof name, &region, &size);
    *start = region;
    return size;
}

static bool is_ok(const void *pointer, size_t size) {
    return pointer && (!__asan_region_is_poisoned || !__asan_region_is_poisoned((void *)pointer, size));
}

REPLACEABLE bool __CPROVER_r_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }
REPLACEABLE bool __CPROVER_w_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }
REPLACEABLE bool __CPROVER_rw_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }
REPLACEABLE bool __ESBMC_r_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }
REPLACEABLE bool __ESBMC_w_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }
REPLACEABLE bool __ESBMC_rw_ok(const void *pointer, size_t size) { return is_ok(pointer, size); }

REPLACEABLE size_t __CPROVER_OBJECT_SIZE(const void *pointer) {
    char *start;
    return region_of(pointer, &start);
}
REPLACEABLE size_t __ESBMC_get_object_size(const void *pointer) { return __CPROVER_OBJECT_SIZE(pointer); }

REPLACEABLE size_t __CPROVER_POINTER_OBJECT(const void *pointer) {
    char *start;
    return region_of(pointer, &start) ? (size_t)start : 0;
}
REPLACEABLE size_t __ESBMC_POINTER_OBJECT(const void *pointer) { return __CPROVER_POINTER_OBJECT(pointer); }

REPLACEABLE long __CPROVER_POINTER_OFFSET(const void *pointer) {
    char *start;
    region_of(pointer, &start);
    return (const char *)pointer - start;
}
REPLACEABLE long __ESBMC_POINTER_OFFSET(const void *pointer) { return __CPROVER_POINTER_OFFSET(pointer); }

REPLACEABLE bool __CPROVER_same_object(const void *first, const void *second) {
    return __CPROVER_POINTER_OBJECT(first) == __CPROVER_POINTER_OBJECT(second);
}
REPLACEABLE bool __ESBMC_same_object(const void *first, const void *second) {
    return __CPROVER_same_object(first, second);
}

/* Of what kind the object is: "heap", "stack", "global". */
static bool is_of_kind(const void *pointer, const char *kind) {
    void *region = 0;
    size_t size = 0;
    char name[64];
    return !__asan_locate_address
           || strcmp(__asan_locate_address((void *)pointer, name, sizeof name, &region, &size), kind) == 0;
}

REPLACEABLE bool __CPROVER_DYNAMIC_OBJECT(const void *pointer) { return is_of_kind(pointer, "heap"); }
REPLACEABLE bool __CPROVER_is_dynamic_object(const void *pointer) { return is_of_kind(pointer, "heap"); }
REPLACEABLE bool __CPROVER_LIVE_OBJECT(const void *pointer) { return is_ok(pointer, 1); }
REPLACEABLE bool __CPROVER_live_object(const void *pointer) { return is_ok(pointer, 1); }

REPLACEABLE void __CPROVER_havoc_slice(void *address, size_t size) {
    if (size)
        secateur_replay_input("havoc", address, size);
}
REPLACEABLE void __ESBMC_init_object(void *object) { secateur_replay_whole_input("havoc", object); }

/* Advice: nothing to do. */
REPLACEABLE void __CPROVER_input(const char *name, ...) { (void)name; }
REPLACEABLE void __CPROVER_output(const char *name, ...) { (void)name; }
REPLACEABLE void __CPROVER_printf(const char *format, ...) { (void)format; }
REPLACEABLE void __CPROVER_fence(const char *kind, ...) { (void)kind; }
REPLACEABLE void __CPROVER_atomic_begin(void) {}
REPLACEABLE void __CPROVER_atomic_end(void) {}
REPLACEABLE void __ESBMC_atomic_begin(void) {}
REPLACEABLE void __ESBMC_atomic_end(void) {}
REPLACEABLE void __ESBMC_yield(void) {}
REPLACEABLE void __ESBMC_cover(bool condition, ...) { (void)condition; }
REPLACEABLE void __ESBMC_unroll(int times) { (void)times; }
REPLACEABLE void __ESBMC_no_slice(const void *anything, ...) { (void)anything; }

/* Quantifiers: what lies beyond the range that is tried was settled when the test was made. */
REPLACEABLE bool secateur_beyond(const char *what) {
    (void)what;
    return false;
}
REPLACEABLE unsigned long secateur_any_value(const char *name, unsigned bytes) {
    (void)name, (void)bytes;
    return 0;
}
REPLACEABLE void secateur_settled(void) { secateur_replay_stop("a quantifier is settled", 0); }
REPLACEABLE void secateur_not_settled(const char *what) { secateur_replay_stop(what, 0); }
