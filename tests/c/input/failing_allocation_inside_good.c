// Functions of the library that allocate for themselves, and a program that looks at what they return.
// VERDICT: safe
// OPTIONS: --failures memory --sym-stdin 2
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *line = NULL;
    size_t size = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        if (getline(&line, &size, stdin) > 0)
            line[0] = 0;
        free(line);
        break;
    case 1:
        if (setenv("NAME", "value", 1) != 0)
            assert(errno == ENOMEM);
        else
            assert(getenv("NAME")[0] == 'v');
        break;
    case 2: {
        DIR *folder = opendir(".");
        if (folder != NULL) {
            assert(readdir(folder) != NULL);
            closedir(folder);
        }
        break;
    }
    case 3: {
        char *folder = getcwd(NULL, 0);
        if (folder != NULL)
            assert(folder[0] == '/');
        free(folder);
        break;
    }
    }
    return 0;
}
