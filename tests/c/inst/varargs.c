// VERDICT: safe
// Variable arguments: integers, pointers, doubles, structs, va_copy, handing a list on.
#include <assert.h>
#include <stdarg.h>
int __VERIFIER_nondet_int(void);

struct Point {
    int x, y;
};
struct Large {
    long words[4];
};

static long sum_list(int n, va_list list) {
    long sum = 0;
    while (n-- > 0)
        sum += va_arg(list, int);
    return sum;
}

static long sum(int n, ...) {
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    long once = sum_list(n, list), twice = sum_list(n, again);
    va_end(again);
    va_end(list);
    assert(once == twice);
    return once;
}

static long mixed(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    long total = 0;
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'd': total += (long)va_arg(list, double); break;
        case 'p': total += *va_arg(list, int *); break;
        case 's': total += va_arg(list, struct Point).y; break;
        case 'L': total += va_arg(list, struct Large).words[3]; break;
        }
    }
    va_end(list);
    return total;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 0xffff;
    assert(sum(0) == 0);
    assert(sum(3, 1, x, 3) == x + 4);
    assert(sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55);
    int target = 1000;
    struct Point point = {1, 20000};
    struct Large large = {{1, 2, 3, 300000}};
    assert(mixed("idlpsL", x, 2.75, -5L, &target, point, large) == x + 2 - 5 + 1000 + 20000 + 300000);
    assert(mixed("ddddddddddi", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, x) == 55 + x);
    return 0;
}
