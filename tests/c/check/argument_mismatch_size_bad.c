// Variable arguments are taken as they were passed: not as larger ones, and not as smaller ones.
// VERDICT: unsafe
#include <stdarg.h>
#include <stdio.h>
#pragma clang diagnostic ignored "-Wformat"
int __VERIFIER_nondet_int(void);

static int as_int(int count, ...) {
    va_list list;
    va_start(list, count);
    int value = 0;
    while (count--)
        value = va_arg(list, int); // BUG: argument-mismatch
    va_end(list);
    return value;
}

static long as_long(int count, ...) {
    va_list list;
    va_start(list, count);
    long value = va_arg(list, long); // BUG: argument-mismatch
    va_end(list);
    return value;
}

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list); // BUG: argument-mismatch
    va_end(list);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    switch (n) {
    case 0: return as_int(1, 5L);
    case 1: return as_int(7, 1, 2, 3, 4, 5, 6, 7L);
    case 2: return as_long(1, 5) > 0;
    case 3: printf("%ld\n", n); break; // BUG: argument-mismatch
    case 4: printf("%d\n", &n); break; // BUG: argument-mismatch
    case 5: printf("%s\n", n); break; // BUG: argument-mismatch
    case 6: printf("%f\n", 1.0L); break; // BUG: argument-mismatch
    case 7: say("%d %ld\n", 1, n); break;
    }
    return 0;
}
