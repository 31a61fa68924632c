// The names in the program's own folder: its symbolic files and what it has made.
// VERDICT: safe
// OPTIONS: --sym-files 2 1 --failures none
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char all[64] = "";
    fclose(fopen("made", "w"));
    remove("B");
    DIR *folder = opendir(".");
    assert(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        strcat(strcat(all, entry->d_name), " ");
    assert(strcmp(all, ". .. A made ") == 0);
    rewinddir(folder);
    assert(strcmp(readdir(folder)->d_name, ".") == 0 && closedir(folder) == 0);
    assert(opendir("A") == NULL && errno == ENOTDIR);
    assert(opendir("B") == NULL && errno == ENOENT);
    return 0;
}
