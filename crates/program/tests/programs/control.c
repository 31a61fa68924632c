// Branches, loops, switches, computed gotos, recursion, function pointers, variable arguments, phi cycles.
#include <stdarg.h>
#include <stdio.h>

static int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int n); static int odd(int n) { return n == 0 ? 0 : even(n - 1); } static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

static int rotate(int n) {
    int a = 1, b = 2, c = 3;
    for (int i = 0; i < n; i++) { int t = a; a = b; b = c; c = t; if (i % 3 == 1) { t = a; a = c; c = t; } }
    return a * 100 + b * 10 + c;
}

static int classify(int x) {
    switch (x) {
    case -3: return 1;
    case 0: case 1: case 2: x += 10; /* fall through */
    case 5: return x;
    case 100 ... 110: return 7;
    default: return -1;
    }
}

static int threaded(const char *code) {
    static const void *const labels[] = {&&stop, &&add, &&twice, &&minus};
    int acc = 1;
    goto *labels[*code++ - '0'];
add: acc += 5; goto *labels[*code++ - '0'];
twice: acc *= 2; goto *labels[*code++ - '0'];
minus: acc -= 3; goto *labels[*code++ - '0'];
stop: return acc;
}

static int plus(int a, int b) { return a + b; }
static int times(int a, int b) { return a * b; }
static int (*const operations[])(int, int) = {plus, times, gcd};

static double sum(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    double total = 0;
    for (int i = 0; i < count; i++) total += i % 2 ? va_arg(list, double) : va_arg(list, int);
    for (int i = 0; i < count; i++) total += i % 2 ? va_arg(copy, double) : va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return total;
}
struct pair { long a, b; };
static long structs(int n, ...) {
    va_list list; va_start(list, n);
    long total = 0;
    for (int i = 0; i < n; i++) { struct pair p = va_arg(list, struct pair); total = total * 10 + p.a - p.b; }
    va_end(list);
    return total;
}

__attribute__((constructor)) static void before(void) { printf("before\n"); }

int main(void) {
    printf("%d %d %d %d\n", gcd(84, 36), fib(15), even(10), odd(7));
    for (int i = 0; i < 8; i++) printf("%d ", rotate(i));
    static const int inputs[] = {-3, 0, 2, 5, 7, 104, 111};
    for (int i = 0; i < 7; i++) printf("%d ", classify(inputs[i]));
    printf("%d\n", threaded("1223120"));
    for (int i = 0; i < 3; i++) printf("%d ", operations[i](12, 18));
    printf("%f %f\n", sum(4, 1, 2.5, 3, 4.5), sum(18, 1, 1.0, 2, 2.0, 3, 3.0, 4, 4.0, 5, 5.0, 6, 6.0, 7, 7.0, 8, 8.0, 9, 9.5));
    struct pair p = {9, 4};
    printf("%ld\n", structs(5, p, p, p, p, p));
    int total = 0;
    for (int i = 0; ; i++) { if (i == 3) continue; if (i > 9) break; do total += i; while (total % 2); }
    printf("%d\n", total);
    return total & 0xff;
}
