// Intrinsics: bit counting, overflow, saturation, minima, rotations.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned seed = 12345;
static unsigned next(void) { return seed = seed * 1103515245u + 12345u; }

int main(void) {
    for (int i = 0; i < 20; i++) {
        unsigned x = next() | 1;
        int a = (int)next(), b = (int)next() >> (i & 31);
        uint64_t y = ((uint64_t)next() << 32) | x;
        printf("%d %d %d %d %d\n", __builtin_popcount(x), __builtin_clz(x), __builtin_ctzl(y << 7), __builtin_ffs(a), __builtin_parity(x));
        printf("%x %llx %x %x\n", __builtin_bswap32(x), (unsigned long long)__builtin_bswap64(y), __builtin_bswap16(x), __builtin_bitreverse32(x));
        printf("%x %x\n", __builtin_rotateleft32(x, i), __builtin_rotateright32(x, i));
        int r; unsigned u; long long ll;
        int o1 = __builtin_add_overflow(a, b, &r); printf("%d %d\n", o1, r);
        int o2 = __builtin_sub_overflow(a, b, &r); printf("%d %d\n", o2, r);
        int o3 = __builtin_mul_overflow(a, b, &r); printf("%d %d\n", o3, r);
        int o4 = __builtin_add_overflow(x, (unsigned)a, &u); printf("%d %u\n", o4, u);
        int o5 = __builtin_mul_overflow(x, (unsigned)b, &u); printf("%d %u\n", o5, u);
        int o6 = __builtin_sub_overflow((long long)y, (long long)a, &ll); printf("%d %lld\n", o6, ll);
        printf("%d %u\n", __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(x, (unsigned)b));
        printf("%d %d %u\n", __builtin_elementwise_max(a, b), __builtin_elementwise_min(a, b), __builtin_elementwise_max(x, (unsigned)b));
        if (a != INT32_MIN) printf("%d %ld\n", abs(a), labs(a));
        if (__builtin_expect(x == 0, 0)) printf("never\n");
    }
    __asm__ volatile("" ::: "memory");
    int tied = (int)next();
    int before = tied;
    __asm__("" : "+r"(tied));
    printf("%d\n", tied == before);
    return 0;
}
