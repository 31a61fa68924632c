// The temporary lives through the whole expression, in every round again; a copy of it lives longer.
// VERDICT: safe
#include <string.h>
int __VERIFIER_nondet_int(void);

struct small {
    int cells[4];
};
struct large {
    int cells[40];
};
struct named {
    char name[16];
    int value;
};

static struct small make_small(int x) { return (struct small){{x, x, x, x}}; }
static struct large make_large(int x) { return (struct large){{x, x, x, x}}; }
static struct named make_named(void) { return (struct named){"abc", 1}; }
static int second(const int *p) { return p[1]; }

int main(void) {
    int n = __VERIFIER_nondet_int() & 3, sum = 0;
    struct small tmp = make_small(n);
    int *of_variable = tmp.cells;
    for (int i = 0; i < n; i++) {
        int x = make_small(i).cells[2], y = second(make_large(i).cells);
        const int z = *make_small(i).cells;
        struct small copy = make_small(i);
        int *p = copy.cells, *q = &copy.cells[1];
        unsigned long length = strlen(make_named().name);
        sum += x + y + z + *p + *q + (int)length;
    }
    int either = sum > 3 ? make_small(1).cells[0] : make_large(2).cells[1];
    return either + of_variable[1] > 100;
}
