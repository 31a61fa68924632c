// VERDICT: safe
// Without inputs there is one path, however many branches.
// PATHS: 1
#include "../visit.h"

int main(void) {
    unsigned n = 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    if (steps == 111)
        visit(1);
    else
        *(volatile int *)0 = 0;
    return 0;
}
