// Integer arithmetic at many widths, signed and unsigned, with constants the compiler cannot fold.
#include <stdint.h>
#include <stdio.h>

static volatile int zero = 0;

static void all(int64_t a, int64_t b) {
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    printf("%llx %llx %llx\n", ua + ub, ua - ub, ua * ub);
    if (b != 0 && !(a == INT64_MIN && b == -1)) {
        printf("%lld %lld %llu %llu\n", (long long)(a / b), (long long)(a % b), ua / ub, ua % ub);
    }
    printf("%x %x %x\n", (uint32_t)a >> (ub & 31), (uint32_t)((int32_t)a >> (ub & 31)), (uint32_t)a << (ub & 31));
    printf("%d %d %d %d\n", a < b, ua < ub, (int8_t)a <= (int8_t)b, (uint16_t)a >= (uint16_t)b);
    printf("%d %u %d %u\n", (int)(int8_t)a, (unsigned)(uint8_t)a, (int)(int16_t)b, (unsigned)(uint16_t)b);
    printf("%llx %llx %llx %llx\n", ua & ub, ua | ub, ua ^ ub, ~ua);
}

static unsigned __int128 wide(unsigned __int128 a, __int128 b) {
    unsigned __int128 r = a * 3 + (unsigned __int128)b;
    r ^= (((unsigned __int128)0x123456789abcdefULL << 64) | 0xfedcba9876543210ULL);
    return r / 7 + r % 11 + (r >> 70) + (unsigned __int128)(b >> 100) + (r << 9);
}

static int wide_switch(__int128 x) {
    switch (x) {
    case 1: return 10;
    case ((__int128)1 << 90): return 20;
    case -5: return 30;
    default: return 40;
    }
}

static long odd_widths(int n) {
    _BitInt(37) a = n;
    unsigned _BitInt(5) b = (unsigned _BitInt(5))n;
    _BitInt(67) c = (_BitInt(67))n << 40;
    a = a * 1000003 - 7;
    b += 9;
    c = c / 3 + a;
    return (long)a + (long)b + (long)(c >> 3);
}

// Long runs of packed bit-fields are accessed as integers of more than 128 bits.
#pragma pack(push, 1)
struct long_run {
    unsigned a : 30;
    int b : 29;
    unsigned long c : 50;
    int d : 19;
    unsigned e : 31;
    signed f : 9;
};
#pragma pack(pop)
static struct long_run run = {123456789, -12345, 0x3ffffffffffffUL, -7, 0x7fffffff, -1};

static long very_wide(int n) {
    _BitInt(200) a = n, b = -n;
    unsigned _BitInt(200) u = (unsigned _BitInt(200))a << 150;
    a = (a << 100) + b - 5;
    return (long)(a >> 90) + (a < b) + 2 * (a == b) + 4 * (u > (unsigned _BitInt(200))b) + 8 * (b >= a) + (long)(u >> 140) + (long)((a ^ b) >> 64);
}

struct bits {
    unsigned a : 3;
    int b : 17;
    unsigned long c : 40;
    _Bool d : 1;
};

int main(void) {
    static const int64_t values[] = {0, 1, -1, 7, -13, 255, 256, 65535, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 0x0123456789abcdef};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        for (unsigned j = 0; j < sizeof values / sizeof *values; j++) all(values[i] + zero, values[j]);
        unsigned __int128 w = wide((unsigned __int128)values[i] << 50, values[i] * (__int128)1000);
        printf("%llx %llx\n", (unsigned long long)(w >> 64), (unsigned long long)w);
        printf("%ld\n", odd_widths((int)values[i] & 0xffff));
    }
    printf("%d %d %d %d\n", wide_switch(1 + zero), wide_switch((__int128)1 << (90 + zero)), wide_switch(-5 + zero), wide_switch(6));
    struct bits s = {5, -3, 1UL << 39, 1};
    s.a += 4; s.b *= 1000; s.c += s.c; s.d = !s.d;
    printf("%u %d %lu %d\n", s.a, s.b, (unsigned long)s.c, s.d);
    run.b += run.d; run.c -= 5; run.f ^= 3; run.e >>= 3; run.d *= 2; run.a++;
    printf("%u %d %lu %d %u %d\n", run.a, run.b, (unsigned long)run.c, run.d, run.e, run.f);
    for (int i = -3; i < 4; i++) printf("%ld\n", very_wide(i * 1000003));
    return zero + 3;
}
