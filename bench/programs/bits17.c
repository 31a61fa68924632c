/* Memory for open states: seventeen independent branches, 131072 states open at once under breadth-first search. */
_Bool __VERIFIER_nondet_bool(void);

enum { COUNT = 17 };

int main(void) {
    _Bool b[COUNT];
    int x[COUNT];
    for (int i = 0; i < COUNT; i++)
        b[i] = __VERIFIER_nondet_bool();
    /* x[i] = b[i] ? 1 : -1, as a branch: clang makes a select of the short form. */
    for (int i = 0; i < COUNT; i++) {
        if (b[i])
            x[i] = 1;
        else
            x[i] = -1;
    }
    return x[0] == 0;
}
