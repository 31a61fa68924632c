// VERDICT: safe
// Concrete division at the corners of each width.
#include <assert.h>
#include <limits.h>
#include <stdint.h>

#define SAME(a, b) assert((a) == (b))

int main(void) {
    volatile int8_t a = -128, b = 3;
    SAME(a / b, -42);
    SAME(a % b, -2);
    volatile int c = INT_MIN, d = 7;
    SAME(c / d, -306783378);
    SAME(c % d, -2);
    volatile int64_t e = INT64_MIN, f = -3;
    SAME(e / f, 3074457345618258602);
    SAME(e % f, -2);
    volatile uint64_t g = UINT64_MAX, h = 10;
    SAME(g / h, 1844674407370955161u);
    SAME(g % h, 5u);
    volatile uint32_t i = 0x80000000u, j = UINT32_MAX;
    SAME(i / j, 0u);
    SAME(i % j, i);
    return 0;
}
