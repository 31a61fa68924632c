/* What CBMC and ESBMC know without a declaration and a C compiler has to be told.
 *
 * Included by itself before a file that mentions `__CPROVER_` or `__ESBMC_`. Functions that return nothing or an int are not
 * here: they need no declaration, and programs that declare them differ in how.
 * What is no C (`__CPROVER_forall { ... }`, `__CPROVER_bitvector[N]`, `==>`) is rewritten before (crates/program/src/peers.rs).
 */
#ifndef SECATEUR_PEERS_H
#define SECATEUR_PEERS_H

#ifndef __cplusplus

typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
#define __CPROVER_thread_local _Thread_local

/* Pointers: an object and an offset in it. */
__CPROVER_size_t __CPROVER_OBJECT_SIZE(const void *pointer);
__CPROVER_size_t __CPROVER_buffer_size(const void *pointer);
__CPROVER_size_t __CPROVER_POINTER_OBJECT(const void *pointer);
__CPROVER_ssize_t __CPROVER_POINTER_OFFSET(const void *pointer);
_Bool __CPROVER_same_object(const void *first, const void *second);
_Bool __CPROVER_DYNAMIC_OBJECT(const void *pointer);
_Bool __CPROVER_is_dynamic_object(const void *pointer);
_Bool __CPROVER_LIVE_OBJECT(const void *pointer);
_Bool __CPROVER_live_object(const void *pointer);
_Bool __CPROVER_WRITEABLE_OBJECT(const void *pointer);
_Bool __CPROVER_writeable_object(const void *pointer);
_Bool __CPROVER_is_invalid_pointer(const void *pointer);
__SIZE_TYPE__ __ESBMC_get_object_size(const void *pointer);
__UINTPTR_TYPE__ __ESBMC_POINTER_OBJECT(const void *pointer);
__PTRDIFF_TYPE__ __ESBMC_POINTER_OFFSET(const void *pointer);
_Bool __ESBMC_same_object(const void *first, const void *second);

/* Whether `size` bytes may be accessed; without a size, as many as the pointer's type has. */
_Bool __CPROVER_r_ok(const void *pointer, __CPROVER_size_t size);
_Bool __CPROVER_w_ok(const void *pointer, __CPROVER_size_t size);
_Bool __CPROVER_rw_ok(const void *pointer, __CPROVER_size_t size);
_Bool __ESBMC_r_ok(const void *pointer, __SIZE_TYPE__ size);
_Bool __ESBMC_w_ok(const void *pointer, __SIZE_TYPE__ size);
_Bool __ESBMC_rw_ok(const void *pointer, __SIZE_TYPE__ size);
#define __secateur_first(first, ...) first
#define __secateur_two(function, first, second, ...) function(first, second)
#define __secateur_sized(function, ...) \
    __secateur_two(function, __VA_ARGS__, sizeof *(__secateur_first(__VA_ARGS__, 0)), 0)
#define __CPROVER_r_ok(...) __secateur_sized(__CPROVER_r_ok, __VA_ARGS__)
#define __CPROVER_w_ok(...) __secateur_sized(__CPROVER_w_ok, __VA_ARGS__)
#define __CPROVER_rw_ok(...) __secateur_sized(__CPROVER_rw_ok, __VA_ARGS__)

/* Anything may be in these bytes. */
void __CPROVER_havoc_slice(void *pointer, __CPROVER_size_t size);

static inline void *__CPROVER_allocate(__CPROVER_size_t size, __CPROVER_bool zero) {
    return zero ? __builtin_calloc(1, size) : __builtin_malloc(size);
}

static inline void __CPROVER_deallocate(void *pointer) { __builtin_free(pointer); }

/* Whole arrays. */
#define __CPROVER_array_set(array, value) \
    do { \
        __CPROVER_size_t __secateur_n = __CPROVER_OBJECT_SIZE(array) / sizeof *(array); \
        for (__CPROVER_size_t __secateur_i = 0; __secateur_i < __secateur_n; __secateur_i++) \
            (array)[__secateur_i] = (value); \
    } while (0)
#define __CPROVER_array_copy(to, from) ((void)__builtin_memmove((to), (from), __CPROVER_OBJECT_SIZE(to)))
#define __CPROVER_array_replace(to, from) \
    ((void)__builtin_memmove((to), (from), __CPROVER_OBJECT_SIZE(to) < __CPROVER_OBJECT_SIZE(from) \
                                                   ? __CPROVER_OBJECT_SIZE(to) \
                                                   : __CPROVER_OBJECT_SIZE(from)))
#define __CPROVER_array_equal(first, second) \
    (__CPROVER_OBJECT_SIZE(first) == __CPROVER_OBJECT_SIZE(second) \
     && __builtin_memcmp((first), (second), __CPROVER_OBJECT_SIZE(first)) == 0)

/* Numbers. */
#define __secateur_float_questions(prefix, suffix, type) \
    static inline _Bool prefix##isnan##suffix(type x) { return __builtin_isnan(x); } \
    static inline _Bool prefix##isinf##suffix(type x) { return __builtin_isinf(x); } \
    static inline _Bool prefix##isfinite##suffix(type x) { return __builtin_isfinite(x); } \
    static inline _Bool prefix##isnormal##suffix(type x) { return __builtin_isnormal(x); } \
    static inline _Bool prefix##sign##suffix(type x) { return __builtin_signbit(x); }
__secateur_float_questions(__CPROVER_, f, float)
__secateur_float_questions(__CPROVER_, d, double)
__secateur_float_questions(__CPROVER_, ld, long double)
static inline float __CPROVER_fabsf(float x) { return __builtin_fabsf(x); }
static inline double __CPROVER_fabs(double x) { return __builtin_fabs(x); }
static inline long double __CPROVER_fabsl(long double x) { return __builtin_fabsl(x); }
static inline double __CPROVER_inf(void) { return __builtin_inf(); }
static inline float __CPROVER_inff(void) { return __builtin_inff(); }
static inline int __CPROVER_abs(int x) { return x < 0 ? -x : x; }
static inline long __CPROVER_labs(long x) { return x < 0 ? -x : x; }
static inline long long __CPROVER_llabs(long long x) { return x < 0 ? -x : x; }

/* Contracts and invariants help a proof; a whole program is explored without them. */
#define __CPROVER_loop_invariant(...)
#define __CPROVER_decreases(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_requires(...)
#define __CPROVER_ensures(...)
#define __CPROVER_requires_contract(...)
#define __CPROVER_ensures_contract(...)
#define __ESBMC_loop_invariant(...) ((void)0)
#define __ESBMC_requires(...) ((void)0)
#define __ESBMC_ensures(...) ((void)0)
#define __ESBMC_assigns(...) ((void)0)
#define __ESBMC_contract

/* Whether a condition on `*variable` holds for all of its values, or for one. The values of a small range are tried one after
 * the other. What the condition says of the others must be what it says of none at all (true for all, false for one): a path
 * of its own looks for one that says more, and is cut where there is one. */
enum { __secateur_least = -16, __secateur_most = 128 };
_Bool secateur_beyond(const char *what);
unsigned long secateur_any_value(const char *name, unsigned bytes);
void secateur_settled(void) __attribute__((noreturn));
void secateur_not_settled(const char *what) __attribute__((noreturn));
#define __secateur_quantified(variable, condition, neutral) \
    ({ \
        if (secateur_beyond("beyond the range of a quantifier")) { \
            *(variable) = secateur_any_value("quantified", sizeof *(variable)); \
            if (((long)*(variable) < __secateur_least || (long)*(variable) > __secateur_most) \
                && (_Bool)(condition) != (_Bool)(neutral)) \
                secateur_not_settled("a quantifier over more than a small range"); \
            secateur_settled(); \
        } \
        _Bool __secateur_result = (neutral); \
        for (long __secateur_value = __secateur_least; __secateur_value <= __secateur_most; __secateur_value++) { \
            *(variable) = __secateur_value; \
            _Bool __secateur_holds = (condition); \
            __secateur_result = (neutral) ? __secateur_result & __secateur_holds : __secateur_result | __secateur_holds; \
        } \
        __secateur_result; \
    })
#define __ESBMC_forall(variable, condition) __secateur_quantified(variable, condition, 1)
#define __ESBMC_exists(variable, condition) __secateur_quantified(variable, condition, 0)

#endif

#endif
