/* For the programs of pruning/: a nondeterministic choice as a real branch, so that its arms meet again in a join. */
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

#define nb() (__VERIFIER_nondet_bool())
