/* Under BRUTE_FORCE programs look for their own errors and take their inputs from brute_force.c; otherwise they are the
   plain C that is to be judged. A file of programs ends with the table of them and an #include of brute_force.c. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef BRUTE_FORCE
struct program {
  unsigned long seed;
  int (*run)(void);
};
unsigned choose(int bits);
void noted(const char *kind, int line);
void failed(const char *kind, int line);
void ended(void);
void *usable(void *pointer, int line);
void released(void *pointer, int line);
int shifted_left(int value, int amount, int line);
int wrapped(char operator, int a, int b, int line);
unsigned shifted_by(unsigned value, int left, int amount, int line);
#define main explored
/* In a section of their own, so that they can be set back. */
#define STATIC static __attribute__((section("statics")))
#define INPUT(bits) choose(bits)
#define ASSUME(c) ((c) ? (void)0 : ended())
#define CHECK(c) ((c) ? (void)0 : failed("assertion-failure", __LINE__))
#define FORBID(c) ((c) ? failed("error-call", __LINE__) : (void)0)
#define DIVIDE(a, b) ((b) ? (a) / (b) : (failed("division-by-zero", __LINE__), 0))
#define REMAINDER(a, b) ((b) ? (a) % (b) : (failed("division-by-zero", __LINE__), 0))
#define GET(array, length, i) \
  ((unsigned)(i) < (length) ? (array)[i] : (failed("out-of-bounds-read", __LINE__), (array)[0]))
#define PUT(array, length, i, value) \
  ((unsigned)(i) < (length) ? (void)((array)[i] = (value)) : failed("out-of-bounds-write", __LINE__))
#define INSIDE(array, length, p) ((unsigned long)((p) - (array)) < (length))
#define FOLLOW(array, length, p) \
  (INSIDE(array, length, p) ? *(p) : (failed("out-of-bounds-read", __LINE__), (array)[0]))
#define LEAVE(array, length, p, value) \
  (INSIDE(array, length, p) ? (void)(*(p) = (value)) : failed("out-of-bounds-write", __LINE__))
#define AT(pointer) (*(__typeof__(pointer))usable(pointer, __LINE__))
#define LIVING(pointer, other) ((pointer) == (other) ? *(pointer) : (failed("use-after-scope", __LINE__), 0))
#define LENGTH(n) ((n) > 0 ? (n) : (failed("vla-bound", __LINE__), 1))
#define LEADING_ZEROS(a) ((a) ? __builtin_clz(a) : (noted("invalid-builtin", __LINE__), 0))
#define TRAILING_ZEROS(a) ((a) ? __builtin_ctzll(a) : (noted("invalid-builtin", __LINE__), 0))
#define LEFT_SHIFT(a, n) shifted_left(a, n, __LINE__)
#define TO_BYTE(d) ((d) > -1 && (d) < 256 ? (unsigned char)(d) : (noted("float-to-integer", __LINE__), 0))
#define ADD(a, b) wrapped('+', a, b, __LINE__)
#define SUBTRACT(a, b) wrapped('-', a, b, __LINE__)
#define MULTIPLY(a, b) wrapped('*', a, b, __LINE__)
#define SHIFT(a, operator, n) shifted_by((unsigned)(a), #operator[0] == '<', n, __LINE__)
#define WRITTEN(flag, value) WRITTEN_##value(flag)
#define WRITTEN_0(flag) int flag = 0
#define WRITTEN_1(flag) flag = 1
#define ANYTHING(place, written, bits) ((written) ? (unsigned)(place) & ((1u << (bits)) - 1) : choose(bits))
#define FREE(pointer) released(pointer, __LINE__)
#else
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
void reach_error(void);
#define STATIC static
#define INPUT(bits) (__VERIFIER_nondet_uint() & ((1u << (bits)) - 1))
#define ASSUME(c) __VERIFIER_assume(c)
#define CHECK(c) assert(c)
#define FORBID(c) ((c) ? reach_error() : (void)0)
#define DIVIDE(a, b) ((a) / (b))
#define REMAINDER(a, b) ((a) % (b))
#define GET(array, length, i) ((array)[i])
#define PUT(array, length, i, value) ((array)[i] = (value))
#define FOLLOW(array, length, p) (*(p))
#define LEAVE(array, length, p, value) (*(p) = (value))
#define AT(pointer) (*(pointer))
#define LIVING(pointer, other) (*(pointer))
#define LENGTH(n) (n)
#define LEADING_ZEROS(a) __builtin_clz(a)
#define TRAILING_ZEROS(a) __builtin_ctzll(a)
#define LEFT_SHIFT(a, n) ((a) << (n))
#define TO_BYTE(d) ((unsigned char)(d))
#define ADD(a, b) ((a) + (b))
#define SUBTRACT(a, b) ((a) - (b))
#define MULTIPLY(a, b) ((a) * (b))
#define SHIFT(a, operator, n) ((unsigned)(a) operator (n))
#define WRITTEN(flag, value) (void)0
#define ANYTHING(place, written, bits) ((unsigned)(place) & ((1u << (bits)) - 1))
#define FREE(pointer) free(pointer)
#endif
struct pair {
  int a;
  short b;
  unsigned char c;
};
struct node {
  int v;
  struct node *next;
};
struct wide {
  int v[3];
  struct pair p;
};
union word {
  unsigned u;
  int i;
  short h[2];
  unsigned char b[4];
  float f;
  struct {
    unsigned low : 12, high : 20;
  } part;
};
struct fields {
  int s : 3;
  unsigned u : 5;
  signed char c : 4;
  unsigned short h : 9;
  _Bool b : 1;
  long long w : 35;
  unsigned last : 2;
};
enum shade { PALE = -2, GREY, DARK = 4 };
static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
/* Written only. */
STATIC unsigned written_only;
