/* P21, Fig. 4: N branches that set x[i] to 1 or -1, then a sum that must lie between -N and N. 2^N paths. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 500
#endif

int b[N], x[N];

int main(void) {
    klee_make_symbolic(b, sizeof b, "b");
    for (int i = 0; i < N; i++) {
        if (b[i])
            x[i] = 1;
        else
            x[i] = -1;
    }
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i];
    assert(-N <= sum && sum <= N);
    return 0;
}
