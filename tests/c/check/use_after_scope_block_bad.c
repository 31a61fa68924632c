// VERDICT: unsafe
// Locals and compound literals end with their block, also where control leaves it early.
int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; } // BUG: use-after-scope

int main(void) {
    int n = __VERIFIER_nondet_int(), total = 0;
    int *p = &n;
    const struct pair *q = &(struct pair){1, 2};
    {
        int block[10] = {0};
        p = block;
        total += p[3];
    }
    if (n == 1)
        p[0] = 1; // BUG: use-after-scope
    for (int i = 0; i < 3; i++) {
        int round = i;
        p = &round;
        if (n == 2 && *p == 1)
            break;
    }
    if (n == 2)
        total += *p; // BUG: use-after-scope
    if (n == 3) {
        q = &(struct pair){n, 4};
        total += sum(q);
    }
    if (n == 3)
        return sum(q) + total;
    return 0;
}
