// Parameters keep what they are given, however the compiler hands them over: as a bit, in registers, or in memory.
// VERDICT: safe
#include <assert.h>
struct small { int a, b; };
struct large { int a[8]; };
struct floats { float x, y, z; };

static int sum(_Bool bit, struct small s, struct large l, struct floats f, __int128 wide, int x) {
    switch (x) {
    case 0:
        return bit;
    case 1:
        return s.a + s.b;
    default:
        return l.a[7] + (int)f.z + (int)(wide >> 70);
    }
}

static int unnamed(struct small, _Bool b) { return b; }

int main(void) {
    struct small s = {1, 2};
    struct large l = {{0, 0, 0, 0, 0, 0, 0, 8}};
    struct floats f = {0, 0, 3};
    assert(sum(1, s, l, f, (__int128)1 << 72, 0) == 1);
    assert(sum(1, s, l, f, (__int128)1 << 72, 1) == 3);
    assert(sum(1, s, l, f, (__int128)1 << 72, 2) == 15);
    assert(unnamed(s, 1) == 1);
    return 0;
}
