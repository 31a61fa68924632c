// A symbolic file has an absolute name, too.
// VERDICT: safe
// OPTIONS: --sym-files 1 3
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char name[4200];
    struct stat a, b;
    assert(getcwd(name, 4096) == name && name[0] == '/');
    strcat(name, "/A");
    assert(stat(name, &a) == 0 && stat("./A", &b) == 0);
    assert(a.st_size == 3 && a.st_ino == b.st_ino && S_ISREG(a.st_mode));
    assert(access(name, R_OK) == 0);
    return 0;
}
