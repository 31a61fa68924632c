// Whether a file that nobody knows is there is one decision: open, access, stat, remove and rename agree.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#define NAME "nobody-knows-this.txt"

int main(void) {
    struct stat about;
    FILE *file = fopen(NAME, "r");
    _Bool there = file != NULL;
    if (file)
        fclose(file);
    assert((access(NAME, F_OK) == 0) == there);
    assert((stat(NAME, &about) == 0) == there);
    int again = open(NAME, O_RDONLY);
    assert((again >= 0) == there);
    if (!there) {
        assert(remove(NAME) == -1 && errno == ENOENT);
        assert(rename(NAME, "other.txt") == -1 && errno == ENOENT);
    } else if (remove(NAME) == 0) {
        assert(fopen(NAME, "r") == NULL && access(NAME, F_OK) == -1);
        assert(unlink(NAME) == -1 && errno == ENOENT);
    } else {
        assert(access(NAME, F_OK) == 0);
    }
    return 0;
}
