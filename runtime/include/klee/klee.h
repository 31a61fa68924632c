/* KLEE's annotations, as Secateur understands them.
 *
 * Programs written for KLEE compile unchanged. The functions are external: Secateur handles each by its name, so none
 * has a definition here. A native build of the program needs a replay library instead.
 */
#ifndef SECATEUR_KLEE_H
#define SECATEUR_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- inputs ---- */

/* Makes the nbytes bytes at addr an input called name; addr must be the start of an object or lie in one that is at
 * least that large. A null name stands for "unnamed". */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A fresh int in [begin, end), and any fresh int. */
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);

/* A fresh value in [0, n). */
uintptr_t klee_choose(uintptr_t n);

/* ---- what a path may do ---- */

/* Goes on only where condition is not 0. */
void klee_assume(uintptr_t condition);

/* A wish about the values a test shows; never changes what is explored. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Asks for forking to stop (0) or go on. Accepted and ignored: more is explored than asked for. */
void klee_set_forking(unsigned enable);

/* Merging hints; accepted and ignored. */
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);

/* ---- ends of a path ---- */

__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);
__attribute__((noreturn)) void klee_assert_fail(const char *expr, const char *file, unsigned line,
                                                const char *function);

#define klee_assert(expr) ((expr) ? (void)(0) : klee_assert_fail(#expr, __FILE__, __LINE__, __func__))

/* ---- questions about the state ---- */

/* Whether n depends on an input on this path. */
unsigned klee_is_symbolic(uintptr_t n);
/* 0 under Secateur, 1 in a native replay. */
unsigned klee_is_replay(void);

/* One possible value of the argument; that the others are not followed counts as a cut. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* Size in bytes of the object that starts at ptr. */
size_t klee_get_obj_size(void *ptr);
int klee_get_errno(void);

/* Reports a bug unless the size bytes at address may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* ---- objects ---- */

/* An object at a fixed address that the program will use. */
void klee_define_fixed_object(void *addr, size_t nbytes);
/* The object counts as reachable when leaks are looked for. */
void klee_mark_global(void *object);
void klee_alias_function(const char *name, const char *replacement);

/* ---- messages ---- */

void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_stack_trace(void);
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);

#ifdef __cplusplus
}
#endif

#endif
