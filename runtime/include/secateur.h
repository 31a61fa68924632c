/* Secateur's annotations: the few a new program needs, under one prefix.
 *
 * Each is a macro over a function Secateur handles by name (see klee/klee.h), so a report points at the line that uses
 * it and not into a wrapper.
 */
#ifndef SECATEUR_H
#define SECATEUR_H

#include "klee/klee.h"

/* Makes the size bytes at object an input called name. */
#define secateur_make_symbolic(object, size, name) klee_make_symbolic((object), (size), (name))

/* A fresh int in [low, high). */
#define secateur_range(low, high, name) klee_range((low), (high), (name))

/* Goes on only where condition holds. */
#define secateur_assume(condition) klee_assume((condition) ? 1 : 0)

/* A bug where condition does not hold. */
#define secateur_assert(condition) klee_assert(condition)

/* Whether value depends on an input on this path. */
#define secateur_is_symbolic(value) klee_is_symbolic((uintptr_t)(value))

/* Ends the path without a test. */
#define secateur_silent_exit(status) klee_silent_exit(status)

#endif
