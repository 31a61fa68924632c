/* The annotations of SV-COMP, CBMC, ESBMC, CREST and SymCC.
 *
 * The functions that return an input of their own type (`__VERIFIER_nondet_X`, `nondet_X`) are not here: a definition is
 * made for each one a program declares.
 */
#include "replay.h"

#include <stdbool.h>

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
