/* P21, Fig. 1 with ten nodes from FIRST on: the length of a walk from the first to the last that an input chooses. The
 * shortest has 151. */
#include <assert.h>
#include <klee/klee.h>

#ifndef FIRST
#define FIRST 1
#endif
#define LAST (FIRST + 9)

static int walk(void) {
    static int graph[10][10];
    unsigned seed = 99;
    for (int from = 1; from <= 10; from++)
        for (int to = from + 1; to <= 10; to++) {
            seed = seed * 1103515245u + 12345u;
            graph[from - 1][to - 1] = 1 + (seed >> 16) % 100 * (to - from);
        }
    int node = FIRST, d = 0;
    while (node < LAST) {
        int next;
        klee_make_symbolic(&next, sizeof next, "next");
        klee_assume(next > node && next <= LAST);
        for (int i = node + 1; i <= LAST; i++)
            if (next == i) {
                d += graph[node - FIRST][i - FIRST];
                node = i;
                break;
            }
    }
    return d;
}
