// More arguments are taken than were passed, or one of another kind.
// VERDICT: unsafe
#include <stdarg.h>
#include <stdio.h>
#pragma clang diagnostic ignored "-Wformat"
int __VERIFIER_nondet_int(void);

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int); // BUG: argument-mismatch
    va_end(list);
    return total;
}

static double as_double(int count, ...) {
    va_list list;
    va_start(list, count);
    double value = va_arg(list, double); // BUG: argument-mismatch
    va_end(list);
    return value;
}

static int as_integer(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = va_arg(list, int); // BUG: argument-mismatch
    va_end(list);
    return value;
}

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 0: return sum(3, 1, 2);
    case 1: return sum(1);
    case 2: return as_double(1, 5) > 0;
    case 3: return as_integer(1, 2.5);
    case 4: return sum(9, 1, 2, 3, 4, 5, 6, 7, 8);
    case 5: return printf("%d %d\n", 1); // BUG: argument-mismatch
    case 6: return printf("%f\n", 1); // BUG: argument-mismatch
    }
    return 0;
}
