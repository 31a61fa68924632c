// VERDICT: safe
// Copying an uninitialised value is not using it.
// OPTIONS: --checks +uninitialised-use
// LEVELS: none light
#include <stdlib.h>
#include <string.h>
struct Padded {
    char c;
    int i;
};

int main(void) {
    int a[3], b[3];
    a[0] = 1;
    memcpy(b, a, sizeof b);
    struct Padded p, q;
    p.c = 1;
    p.i = 2;
    q = p;
    int *zeroed = calloc(2, sizeof *zeroed);
    if (!zeroed)
        return 0;
    int result = b[0] == 1 && q.i == 2 && zeroed[1] == 0;
    free(zeroed);
    return !result;
}
