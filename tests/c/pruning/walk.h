/* P21, Fig. 1 with ten nodes: the length of a walk from 1 to 10 that an input chooses. The shortest has 151. */
#include <assert.h>
#include <klee/klee.h>

enum { N = 10 };

static int walk(void) {
    static int graph[N + 1][N + 1];
    unsigned seed = 99;
    for (int from = 1; from <= N; from++)
        for (int to = from + 1; to <= N; to++) {
            seed = seed * 1103515245u + 12345u;
            graph[from][to] = 1 + (seed >> 16) % 100 * (to - from);
        }
    int node = 1, d = 0;
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
    return d;
}
