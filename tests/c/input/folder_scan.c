// scandir and glob: the names that a program chooses, in order, and patterns of the shell for them.
// VERDICT: safe
// OPTIONS: --sym-files 2 1 --failures none
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_named(const struct dirent *entry) { return entry->d_name[0] != '.'; }
static int backwards(const struct dirent **a, const struct dirent **b) { return -alphasort(a, b); }
static int nothing(const struct dirent *entry) { return entry == 0; }

int main(void) {
    struct dirent **list;
    fclose(fopen("made.c", "w"));
    fclose(fopen(".hidden", "w"));
    int count = scandir(".", &list, is_named, backwards);
    assert(count == 3 && strcmp(list[0]->d_name, "made.c") == 0 && strcmp(list[2]->d_name, "A") == 0);
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
    assert(scandir(".", &list, nothing, alphasort) == 0);
    assert(scandir("A", &list, 0, 0) == -1 && errno == ENOTDIR);

    glob_t found;
    assert(glob("[AB]", 0, 0, &found) == 0 && found.gl_pathc == 2 && !found.gl_pathv[2]);
    assert(strcmp(found.gl_pathv[0], "A") == 0 && strcmp(found.gl_pathv[1], "B") == 0);
    assert(glob("*.c", GLOB_APPEND, 0, &found) == 0 && found.gl_pathc == 3 && strcmp(found.gl_pathv[2], "made.c") == 0);
    globfree(&found);
    found.gl_offs = 1;
    assert(glob("./.h*", GLOB_DOOFFS, 0, &found) == 0 && !found.gl_pathv[0] && strcmp(found.gl_pathv[1], "./.hidden") == 0);
    globfree(&found);
    assert(glob("\\A", 0, 0, &found) == 0 && strcmp(found.gl_pathv[0], "A") == 0);
    globfree(&found);
    assert(glob("*.h", 0, 0, &found) == GLOB_NOMATCH && found.gl_pathc == 0);
    assert(glob("*.h", GLOB_NOCHECK, 0, &found) == 0 && strcmp(found.gl_pathv[0], "*.h") == 0);
    globfree(&found);
    return 0;
}
