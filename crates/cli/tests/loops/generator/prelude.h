/* Under BRUTE_FORCE a program is a function for what comes before its loop and one for a round of it, over variables that
   outlive both; otherwise it is the plain C that is to be judged. A file of programs ends with the table of them and an
   #include of brute_force.c. */
#include <stdlib.h>
#ifdef BRUTE_FORCE
struct program {
  unsigned long seed;
  void (*begin)(void), (*round)(void);
  /* Its variables. */
  char *start, *stop;
};
unsigned choose(int bits);
void failed(const char *kind, int line);
void ended(void);
#define INPUT(bits) choose(bits)
#define STOP ended()
#define ASSUME(c) ((c) ? (void)0 : ended())
#define CHECK(c) ((c) ? (void)0 : failed("assertion-failure", __LINE__))
#define FORBID(c) ((c) ? failed("error-call", __LINE__) : (void)0)
#define DIVIDE(a, b) ((b) ? (a) / (b) : (failed("division-by-zero", __LINE__), 0))
#define GET(array, length, i) ((i) < (length) ? (array)[i] : (failed("out-of-bounds-read", __LINE__), 0))
#define PUT(array, length, i, value) \
  ((i) < (length) ? (void)((array)[i] = (value)) : failed("out-of-bounds-write", __LINE__))
/* A node that was made is one cell, whatever was there before. */
struct node {
  unsigned char made, freed, value;
};
#define NODE(name) struct node name
#define NO_NODE {0, 0, 0}
#define MAKE(name, v) ((name).made = 1, (name).freed = 0, (name).value = (v))
#define IS_MADE(name) ((name).made)
#define FORGET(name) ((name).made = (name).freed = (name).value = 0)
#define USABLE(name) \
  (!(name).made ? failed("null-dereference", __LINE__) : (name).freed ? failed("use-after-free", __LINE__) : (void)0)
#define VALUE(name) (USABLE(name), (name).value)
#define RELEASE(name) \
  (!(name).made ? (void)0 : (name).freed ? failed("double-free", __LINE__) : (void)((name).freed = 1, (name).value = 0))
#else
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);
#define STOP exit(0)
#define INPUT(bits) (__VERIFIER_nondet_uint() & ((1u << (bits)) - 1))
#define ASSUME(c) __VERIFIER_assume(c)
#define CHECK(c) assert(c)
#define FORBID(c) ((c) ? reach_error() : (void)0)
#define DIVIDE(a, b) ((a) / (b))
#define GET(array, length, i) ((array)[i])
#define PUT(array, length, i, value) ((array)[i] = (value))
struct node {
  unsigned char value;
};
#define NODE(name) struct node *name
#define NO_NODE 0
#define MAKE(name, v) ((name) = malloc(sizeof *(name)), (name)->value = (v))
#define IS_MADE(name) ((name) != 0)
#define FORGET(name) ((name) = 0)
#define VALUE(name) ((name)->value)
#define RELEASE(name) free(name)
#endif
