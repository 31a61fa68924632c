/* stdlib's and strings.h's integer functions: absolute values, quotient and remainder, first set bit. */
#include <stdint.h>

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

/* lgamma puts the sign of the gamma function here: the engine does. */
int signgam;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

int ffs(int x) { return x == 0 ? 0 : __builtin_ctz((unsigned)x) + 1; }
int ffsl(long x) { return x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1; }
int ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1; }
