// Behind what lies in a folder fts_read gives the folder again, and then nothing.
// VERDICT: unsafe
// OPTIONS: --failures none
#include <fts.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    if (mkdir("d", 0755) != 0)
        return 0;
    fclose(fopen("d/a", "w"));
    char *names[] = {"d", NULL};
    FTS *tree = fts_open(names, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (int i = 0; i < 3; i++)
        fts_read(tree);
    const FTSENT *last = fts_read(tree);
    int kind = last->fts_info;  // BUG: null-dereference
    fts_close(tree);
    return kind;
}
