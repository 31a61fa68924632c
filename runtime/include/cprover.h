/* CBMC's annotations, with prototypes. What else CBMC knows without a declaration is in secateur_peers.h, which is included by
 * itself where a program uses such a name; so this file may be left out.
 *
 * Besides these, any external function whose name starts with `nondet_` returns a fresh value of its return type, and
 * needs no header but its own prototype.
 */
#ifndef SECATEUR_CPROVER_H
#define SECATEUR_CPROVER_H

#include "secateur_peers.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes on only where condition holds. */
void __CPROVER_assume(bool condition);

/* Obligations: a bug where condition does not hold. */
void __CPROVER_assert(bool condition, const char *message);
void __CPROVER_precondition(bool condition, const char *message);
void __CPROVER_postcondition(bool condition, const char *message);

/* A coverage goal, not an obligation: the path goes on. */
void __CPROVER_cover(bool condition, ...);

/* Every byte of the object that pointer points into becomes arbitrary. */
void __CPROVER_havoc_object(void *pointer);

#ifdef __cplusplus
}
#endif

#endif
