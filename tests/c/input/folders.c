// Folders that the program makes: what lies in them is known, and what cannot be is refused as Linux does.
// VERDICT: safe
// OPTIONS: --failures none
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void names(void) {
    char all[64] = "";
    DIR *folder = opendir("d");
    assert(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        strcat(strcat(all, entry->d_name), entry->d_type == DT_DIR ? "/ " : entry->d_type == DT_LNK ? "@ " : " ");
    closedir(folder);
    assert(strcmp(all, "./ ../ link@ sub/ text ") == 0);
}

static void links(void) {
    struct stat about;
    char to[16];
    assert(symlink("sub/../text", "d/link") == 0);
    assert(readlink("d/link", to, sizeof to) == 11 && memcmp(to, "sub/../text", 11) == 0);
    assert(stat("d/link", &about) == 0 && S_ISREG(about.st_mode) && about.st_size == 5);
    assert(lstat("d/link", &about) == 0 && S_ISLNK(about.st_mode));
    assert(open("d/link", O_RDONLY | O_NOFOLLOW) == -1 && errno == ELOOP);
    assert(link("d/text", "d/other") == 0 && stat("d/other", &about) == 0 && about.st_nlink == 2);
    assert(link("d/sub", "d/x") == -1 && errno == EPERM);
    assert(unlink("d/other") == 0 && stat("d/text", &about) == 0 && about.st_nlink == 1);
    assert(symlink("loop", "d/loop") == 0 && access("d/loop", F_OK) == -1 && errno == ELOOP && remove("d/loop") == 0);
}

static void changes(void) {
    assert(mkdir("d/sub", 0755) == -1 && errno == EEXIST);
    assert(mkdir("d/none/sub", 0755) == -1 && errno == ENOENT);
    assert(mkdir("d/text/sub", 0755) == -1 && errno == ENOTDIR);
    assert(unlink("d") == -1 && errno == EISDIR);
    assert(rmdir("d/text") == -1 && errno == ENOTDIR);
    assert(rmdir("d/.") == -1 && errno == EINVAL);
    assert(rename("d", "d/sub/d") == -1 && errno == EINVAL);
    assert(rename("d/text", "d/sub") == -1 && errno == EISDIR);
    assert(rename("d/sub", "d/moved") == 0 && access("d/moved/", F_OK) == 0 && access("d/sub", F_OK) == -1);
    assert(rename("d/text", "d/moved/text") == 0 && rmdir("d/moved") == -1 && errno == ENOTEMPTY);
}

static void relative(void) {
    int folder = open("d", O_RDONLY | O_DIRECTORY);
    assert(mkdirat(folder, "again", 0700) == 0 && renameat(folder, "moved/text", folder, "again/t") == 0);
    int file = openat(folder, "again/t", O_RDONLY);
    char text[8];
    assert(read(file, text, sizeof text) == 5 && memcmp(text, "hello", 5) == 0);
    assert(unlinkat(folder, "again", AT_REMOVEDIR) == -1 && errno == ENOTEMPTY);
    assert(unlinkat(folder, "again/t", 0) == 0 && unlinkat(folder, "again", AT_REMOVEDIR) == 0);
    close(file);
    close(folder);
}

int main(void) {
    if (mkdir("d", 0755) != 0) {
        assert(errno == EEXIST);
        return 0;
    }
    assert(mkdir("d", 0755) == -1 && errno == EEXIST);
    assert(mkdir("d/sub/", 0755) == 0);
    FILE *file = fopen("d/./sub/..//text", "w");
    fputs("hello", file);
    fclose(file);
    links();
    names();
    changes();
    relative();
    return 0;
}
