/* Fork speed: sixteen independent branches, 65536 paths. */
_Bool __VERIFIER_nondet_bool(void);

enum { COUNT = 16 };

int main(void) {
    _Bool b[COUNT];
    int x[COUNT];
    for (int i = 0; i < COUNT; i++)
        b[i] = __VERIFIER_nondet_bool();
    for (int i = 0; i < COUNT; i++)
        x[i] = b[i] ? 1 : -1;
    return x[0] == 0;
}
