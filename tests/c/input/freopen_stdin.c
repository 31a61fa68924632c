// What standard input is given anew is what is read from then on, also where its size is known.
// OPTIONS: --sym-stdin 2 --sym-files 1 3
// VERDICT: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    if (freopen("A", "r", stdin) == NULL)
        return 0;
    int count = 0;
    while (getchar() != EOF)
        count++;
    assert(count == 3);
    return 0;
}
