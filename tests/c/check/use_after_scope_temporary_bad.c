// An array in a structure that a function returns ends with the expression of the call.
// VERDICT: unsafe
int __VERIFIER_nondet_int(void);

struct small {
    int cells[4];
};
struct large {
    int cells[40];
};

static struct small make_small(int x) { return (struct small){{x, x, x, x}}; }
static struct large make_large(int x) { return (struct large){{x, x, x, x}}; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1) {
        int *p = make_small(n).cells;
        return p[1]; // BUG: use-after-scope
    }
    for (int i = 0; i < n && n < 3; i++) {
        const int *p = make_large(i).cells + 1;
        n += *p; // BUG: use-after-scope
    }
    return 0;
}
