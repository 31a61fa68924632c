/* Inputs for the programs of paths/, and a visible effect that keeps branches branches. */
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static volatile int visited;

__attribute__((noinline)) static void visit(int place) { visited = place; }
