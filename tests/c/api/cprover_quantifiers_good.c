// VERDICT: safe
// The twin: quantified conditions that hold, as assumptions too.
int nondet_int(void);

typedef unsigned __CPROVER_bitvector[5] five;

int main(void) {
    int a[4];
    for (int k = 0; k < 4; k++)
        a[k] = nondet_int();
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < 4) ==> (a[i] > 0 && a[i] < 10) });
    __CPROVER_assert(a[0] + a[1] + a[2] + a[3] >= 4, "all positive");
    __CPROVER_assert(!__CPROVER_exists { int i; 0 <= i && i < 4 && a[i] == 10 }, "none is ten");
    five x = nondet_int(), y = x + 1;
    __CPROVER_assert(y == (x == 31 ? 0 : x + 1), "arithmetic of five bits");
    return 0;
}
