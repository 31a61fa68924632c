// Who does not ask for it sees the bytes that are there: a size that does not fit cuts no path.
// VERDICT: safe
// OPTIONS: --checks default,-argument-mismatch
#include <stdarg.h>
#include <stdio.h>
#pragma clang diagnostic ignored "-Wformat"
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

static int as_int(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int);
    va_end(list);
    return value;
}

int main(void) {
    char text[40];
    int n = __VERIFIER_nondet_int();
    long m = __VERIFIER_nondet_long();
    printf("%ld %d\n", n, m);
    snprintf(text, sizeof text, "%d", 5L);
    return as_int(1, m) == 77 ? text[0] != '5' : 0;
}
