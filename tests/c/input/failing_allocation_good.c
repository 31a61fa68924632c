// Every refusal is looked at; files do not fail where only allocations may.
// VERDICT: safe
// OPTIONS: --failures memory
// PATHS: 4
// LEVELS: none light
#include <errno.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    int *table = calloc(4, sizeof *table);
    if (table == NULL) {
        assert(errno == ENOMEM);
        return 1;
    }
    int *larger = realloc(table, 32 * sizeof *table);
    if (larger != NULL)
        table = larger;
    assert(table[3] == 0);
    FILE *file = fopen("table", "w");
    assert(file != NULL && fputs("x", file) != EOF && fclose(file) == 0);
    void *block = NULL;
    if (larger != NULL)
        assert(posix_memalign(&block, 64, 8) == (block == NULL ? ENOMEM : 0));
    free(block);
    free(table);
    return 0;
}
