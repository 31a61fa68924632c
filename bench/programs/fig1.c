/* P21, Fig. 1: every walk from node 1 to node N of a graph with random weights is at least BOUND long. 2^(N-2) paths. The
 * weights depend on N only; `-DN=n -DBOUND=b`. What is learnt of the whole program says how much could be missing at the
 * start, and so how long the shortest walk is. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 100
#endif
#ifndef BOUND
#define BOUND 0
#endif

static int graph[N + 1][N + 1];
static int start;

static void fill(void) {
    unsigned seed = 12345u + N;
    for (int from = 1; from <= N; from++)
        for (int to = from + 1; to <= N; to++) {
            seed = seed * 1103515245u + 12345u;
            graph[from][to] = 1 + (seed >> 16) % 1000;
        }
}

int main(void) {
    fill();
    int node = 1, d = start;
    while (node < N) {
        int next;
        klee_make_symbolic(&next, sizeof next, "next");
        klee_assume(next > node && next <= N);
        for (int i = node + 1; i <= N; i++)
            if (next == i) {
                d += graph[node][i];
                node = i;
                break;
            }
    }
    assert(d >= BOUND);
    return 0;
}
