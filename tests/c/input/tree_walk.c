// fts: the program goes through a folder step by step, says what to skip, and sees each folder before and behind what lies in it.
// VERDICT: safe
// OPTIONS: --failures none
#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char seen[256];

static void note(const FTSENT *at) {
    char text[64];
    sprintf(text, "%s:%d:%d ", at->fts_name, at->fts_info, at->fts_level);
    strcat(seen, text);
    assert(strlen(at->fts_path) == at->fts_pathlen && strlen(at->fts_name) == at->fts_namelen);
    assert((at->fts_info == FTS_D) <= S_ISDIR(at->fts_statp->st_mode));
}

static int backwards(const FTSENT **a, const FTSENT **b) { return strcmp((*b)->fts_name, (*a)->fts_name); }

static void walk(char *name, int options, const char *skipped, const char *expected) {
    char *names[] = {name, NULL};
    FTS *tree = fts_open(names, options, options & FTS_LOGICAL ? backwards : NULL);
    seen[0] = 0;
    for (FTSENT *at; (at = fts_read(tree)) != NULL;) {
        note(at);
        if (at->fts_info == FTS_D && strcmp(at->fts_name, skipped) == 0)
            fts_set(tree, at, FTS_SKIP);
    }
    assert(errno == 0);
    assert(fts_close(tree) == 0);
    assert(strcmp(seen, expected) == 0);
}

int main(void) {
    if (mkdir("d", 0755) != 0)
        return 0;
    mkdir("d/b", 0755);
    fclose(fopen("d/b/x", "w"));
    fclose(fopen("d/a", "w"));
    symlink("b", "d/c");
    symlink("..", "d/b/up");
    walk("d", FTS_PHYSICAL | FTS_NOCHDIR, "", "d:1:0 a:8:1 b:1:1 up:12:2 x:8:2 b:6:1 c:12:1 d:6:0 ");
    walk("./d", FTS_PHYSICAL | FTS_NOCHDIR, "b", "d:1:0 a:8:1 b:1:1 b:6:1 c:12:1 d:6:0 ");
    walk("d", FTS_LOGICAL, "", "d:1:0 c:1:1 x:8:2 up:2:2 c:6:1 b:1:1 x:8:2 up:2:2 b:6:1 a:8:1 d:6:0 ");
    walk("d/none", FTS_PHYSICAL | FTS_NOCHDIR, "", "none:10:0 ");

    char *names[] = {"d/b", "d/a", NULL};
    FTS *tree = fts_open(names, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    FTSENT *at = fts_children(tree, 0);
    assert(strcmp(at->fts_name, "d/b") == 0 && strcmp(at->fts_link->fts_name, "d/a") == 0);
    at = fts_read(tree);
    assert(strcmp(at->fts_path, "d/b") == 0);
    at = fts_children(tree, FTS_NAMEONLY);
    assert(strcmp(at->fts_name, "up") == 0 && at->fts_info == FTS_NSOK && at->fts_link->fts_link == NULL);
    at = fts_read(tree);
    assert(strcmp(at->fts_path, "d/b/up") == 0 && strcmp(at->fts_accpath, "d/b/up") == 0 && at->fts_info == FTS_SL);
    assert(fts_set(tree, at, 7) == 1 && errno == EINVAL && fts_set(tree, at, FTS_FOLLOW) == 0);
    at = fts_read(tree);
    assert(at->fts_info == FTS_D);
    assert(fts_close(tree) == 0);
    assert(fts_open(names, 0x1000, NULL) == NULL && errno == EINVAL);
    return 0;
}
