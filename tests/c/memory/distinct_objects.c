// VERDICT: safe
// Live objects never share an address; a pointer past one does not reach the next.
#include <assert.h>
#include <stdlib.h>
static int g1, g2;

int main(void) {
    int a, b;
    int *p = malloc(4), *q = malloc(4);
    int *all[] = {&a, &b, &g1, &g2, p, q};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++)
            assert(all[i] == NULL || all[i] != all[j]);
    free(p);
    free(q);
    return 0;
}
