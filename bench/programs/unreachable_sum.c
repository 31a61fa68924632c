/* Choosing where paths are short and one block is never reached: the sum of seventeen ones and minus ones is odd. */
_Bool __VERIFIER_nondet_bool(void);
int puts(const char *text);

enum { COUNT = 17 };

int main(void) {
    _Bool b[COUNT];
    int sum = 0;
    for (int i = 0; i < COUNT; i++)
        b[i] = __VERIFIER_nondet_bool();
    for (int i = 0; i < COUNT; i++) {
        if (b[i])
            sum++;
        else
            sum--;
    }
    if (sum == 2)
        puts("even");
    return 0;
}
