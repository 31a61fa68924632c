// Arguments of every kind, more than there are registers, in the order they were passed.
// VERDICT: safe
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct small { int a, b; };
struct mixed { long a; double b; };
struct large { long values[5]; };

static void all(const char *kinds, ...) {
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    int n = 0;
    for (const char *kind = kinds; *kind != 0; kind++) {
        n++;
        switch (*kind) {
        case 'i': assert(va_arg(list, int) == n); break;
        case 'l': assert(va_arg(list, long) == -n); break;
        case 'd': assert(va_arg(list, double) == n + 0.5); break;
        case 'D': assert(va_arg(list, long double) == n + 0.25L); break;
        case 'w': assert(va_arg(list, __int128) == (__int128)n << 64); break;
        case 's': {
            struct small small = va_arg(list, struct small);
            assert(small.a == n && small.b == -n);
            break;
        }
        case 'm': {
            struct mixed mixed = va_arg(list, struct mixed);
            assert(mixed.a == n && mixed.b == n + 0.5);
            break;
        }
        case 'S': assert(va_arg(list, struct large).values[4] == n); break;
        case 'p': assert(strcmp(va_arg(list, const char *), "text") == 0); break;
        }
    }
    va_end(list);
    if (*kinds == 'i')
        assert(va_arg(again, int) == 1);
    va_end(again);
}

static void print(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
}

int main(void) {
    all("");
    all("iiii", 1, 2, 3, 4);
    all("idldpd", 1, 2.5, -3l, 4.5, "text", 6.5);
    all("iiiiiiiiiiid", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.5);
    all("ddddddddddi", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11);
    all("iDi", 1, 2.25L, 3);
    all("iiiwi", 1, 2, 3, (__int128)4 << 64, 5);
    all("sm", (struct small){1, -1}, (struct mixed){2, 2.5});
    all("iiiismi", 1, 2, 3, 4, (struct small){5, -5}, (struct mixed){6, 6.5}, 7);
    all("Si", (struct large){{0, 0, 0, 0, 1}}, 2);
    char text[64];
    print(text, "%d %s %.1f %ld %d %d %d %.1f", 1, "two", 3.0, 4l, 5, 6, 7, 8.0);
    assert(strcmp(text, "1 two 3.0 4 5 6 7 8.0") == 0);
    return 0;
}
