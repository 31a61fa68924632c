// Functions of the library that allocate for themselves fail when there is no memory.
// VERDICT: unsafe
// OPTIONS: --failures memory --sym-stdin 2
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *line = NULL;
    size_t size = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        getline(&line, &size, stdin);
        line[0] = 0; // BUG: null-dereference
        free(line);
        break;
    case 1:
        if (setenv("NAME", "value", 1) != 0)
            abort(); // BUG: abort
        break;
    case 2: {
        DIR *folder = opendir(".");
        readdir(folder); // BUG: null-dereference
        break;
    }
    case 3: {
        wchar_t *copy = wcsdup(L"text");
        copy[0] = L'x'; // BUG: null-dereference
        free(copy);
        break;
    }
    case 4: {
        char *folder = getcwd(NULL, 0);
        folder[0] = '.'; // BUG: null-dereference
        free(folder);
        break;
    }
    case 5: {
        char *name = realpath("/", NULL);
        name[0] = '.'; // BUG: null-dereference
        free(name);
        break;
    }
    }
    return 0;
}
