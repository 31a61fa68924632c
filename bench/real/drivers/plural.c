/* An expression over n, as catalogues of translations have it. */
#include <klee/klee.h>

unsigned long __pleval(const char *expression, unsigned long n);

int main(void) {
    char expression[6];
    klee_make_symbolic(expression, sizeof expression, "expression");
    expression[5] = 0;
    return (int)__pleval(expression, (unsigned long)klee_range(0, 5, "n"));
}
