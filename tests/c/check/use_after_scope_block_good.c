// VERDICT: safe
// The same inside the blocks, and scopes that are entered again.
int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
static int sum(const struct pair *p) { return p->a + p->b; }

int main(void) {
    int n = __VERIFIER_nondet_int(), total = 0;
    const struct pair *q = &(struct pair){1, 2};
    for (int i = 0; i < 4; i++) {
        int round = i;
        int *p = &round;
        for (int k = 0; k < 2; k++) {
            int inner[2] = {k, *p};
            p = n == k ? &inner[1] : p;
            total += *p;
            p = &round;
        }
        const struct pair *r = &(struct pair){n == 3 ? 1 : 2, i};
        while (total < 3 && r->a > 0) {
            total += sum(r);
            if (n == 7)
                goto out;
        }
        total += sum(&(struct pair){.b = i});
    }
out:
    if (n == 3) {
        q = &(struct pair){3, 4};
        total += sum(q);
        q = &(struct pair){1, 2};
        return sum(q) == 3 ? 0 : total;
    }
    return sum(q) == 3 ? 0 : total;
}
