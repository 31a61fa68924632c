// VERDICT: safe
// Two symbolic subscripts at once.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int m[3][4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = 10 * i + j;
    unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    if (r >= 3 || c >= 4)
        return 0;
    m[r][c] += 100;
    assert(m[r][c] == (int)(100 + 10 * r + c));
    assert(m[1][2] == (r == 1 && c == 2 ? 112 : 12));
    return 0;
}
