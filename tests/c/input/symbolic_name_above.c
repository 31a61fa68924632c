// A symbolic name may be that of the folder above the program's own.
// VERDICT: safe
// OPTIONS: --failures none
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
    char name[4];
    struct stat about;
    klee_make_symbolic(name, sizeof name, "name");
    name[3] = 0;
    if (name[0] != '.' || name[1] != '.')
        return 0;
    if (name[2] == 0 || name[2] == '/') {
        assert(stat(name, &about) == 0 && S_ISDIR(about.st_mode));
        assert(open(name, O_WRONLY) == -1 && errno == EISDIR);
        assert(rmdir(name) == -1);
    } else {
        assert(stat(name, &about) == -1 && errno == ENOENT);
    }
    return 0;
}
