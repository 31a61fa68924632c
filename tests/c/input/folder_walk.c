// nftw and ftw: all names below a folder, a folder before or behind what lies in it.
// VERDICT: safe
// OPTIONS: --failures none
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char seen[128];

static int note(const char *name, const struct stat *about, int kind, struct FTW *place) {
    char text[32];
    assert(S_ISDIR(about->st_mode) == (kind == FTW_D || kind == FTW_DP));
    sprintf(text, "%s:%d:%d ", name + place->base, kind, place->level);
    strcat(seen, text);
    return 0;
}

static int stop(const char *name, const struct stat *about, int kind) {
    (void)about;
    return kind == FTW_F ? name[strlen(name) - 1] : 0;
}

static int take_away(const char *name, const struct stat *about, int kind, struct FTW *place) {
    (void)about, (void)kind, (void)place;
    return remove(name);
}

int main(void) {
    if (mkdir("d", 0755) != 0)
        return 0;
    mkdir("d/b", 0755);
    fclose(fopen("d/b/x", "w"));
    fclose(fopen("d/a", "w"));
    symlink("b", "d/c");
    assert(nftw("d/", note, 4, FTW_PHYS) == 0);
    assert(strcmp(seen, "d:1:0 a:0:1 b:1:1 x:0:2 c:4:1 ") == 0);
    seen[0] = 0;
    assert(nftw("d", note, 4, FTW_DEPTH) == 0);
    assert(strcmp(seen, "a:0:1 x:0:2 b:5:1 d:5:0 ") == 0);
    assert(ftw("d/b", stop, 4) == 'x');
    assert(nftw("d/none", note, 4, 0) == -1 && errno == ENOENT);
    assert(nftw("d", take_away, 4, FTW_DEPTH | FTW_PHYS) == 0);
    assert(access("d", F_OK) == -1 && errno == ENOENT);
    return 0;
}
