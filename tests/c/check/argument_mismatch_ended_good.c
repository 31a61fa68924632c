// A list that has ended may begin again, and its copy has an end of its own.
// VERDICT: safe
#include <assert.h>
#include <stdarg.h>

static int twice(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    for (int i = 0; i < count; i++)
        total += va_arg(copy, int);
    va_end(copy);
    va_start(list, count);
    total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    assert(twice(8, 1, 2, 3, 4, 5, 6, 7, 8) == 73);
    return 0;
}
