// What is promoted has the size of what it is promoted to; structures are taken whole, wherever their parts lie.
// A conversion of a smaller number than what was passed prints its low part, which half of all programs rest on.
// VERDICT: safe
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#pragma clang diagnostic ignored "-Wformat"
int __VERIFIER_nondet_int(void);

struct mixed {
    int a;
    double b;
};
struct three {
    int a, b, c;
};
struct large {
    long cells[5];
};
enum colour { RED, GREEN };

static long all(int count, ...) {
    va_list list;
    va_start(list, count);
    long sum = 0;
    for (int i = 0; i < count; i++) {
        sum += va_arg(list, int) + va_arg(list, long) + (long)va_arg(list, double);
        sum += va_arg(list, struct mixed).a + va_arg(list, struct three).c;
        sum += va_arg(list, struct large).cells[1] + *va_arg(list, char *);
        sum += va_arg(list, enum colour) + va_arg(list, unsigned);
    }
    va_end(list);
    return sum;
}

static void say(const char *format, ...) {
    char text[100];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    vsnprintf(text, sizeof text, format, list);
    vprintf(format, again);
    va_end(again);
    va_end(list);
    puts(text);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    char c = 'c';
    short s = 2;
    float f = 1;
    struct mixed m = {1, 2};
    struct three t = {1, 2, 3};
    struct large l = {{1, 2}};
    if (n == 1)
        return all(2, c, 2L, f, m, t, l, "text", GREEN, 3u, s, -1L, 2.0, m, t, l, "text", RED, 4u) == 0;
    printf("%d %hd %hhd %c %u %ld %zu %td %jd %p %s %f %Lf %*d %.*s\n", n, s, c, c, 3u, 4L, sizeof n, (ptrdiff_t)1,
           (intmax_t)2, (void *)&n, "text", f, 1.0L, 5, n, 2, "text");
    printf("%d %x\n", sizeof n, 4L);
    say("%d %s %x\n", sizeof n, "text", 4L);
    say("%d %s %ld %f %zu %Lf %c %x\n", n, "text", 2L, f, sizeof n, 2.0L, c, 3u);
    return 0;
}
