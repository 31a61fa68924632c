/* What changes the names of files: the real functions, in the folder of the test. A change fails where it does in the test, and a file
 * that only the test has is there. The order of questions is that of runtime/libc/file_change.c. */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A name without slashes at its end, and the folder it is in. */
struct split {
    char whole[4096], folder[4096];
    const char *last;
    int has_slash;
};

static int split(const char *name, struct split *to) {
    size_t n = strlen(name);
    if (n == 0 || n >= sizeof to->whole)
        return 0;
    memcpy(to->whole, name, n + 1);
    to->has_slash = n > 1 && name[n - 1] == '/';
    while (n > 1 && to->whole[n - 1] == '/')
        to->whole[--n] = '\0';
    memcpy(to->folder, to->whole, n + 1);
    char *slash = strrchr(to->folder, '/');
    to->last = slash ? to->whole + (slash - to->folder) + 1 : to->whole;
    if (!slash)
        strcpy(to->folder, ".");
    else
        slash[slash == to->folder] = '\0';
    struct stat about;
    return stat(to->folder, &about) == 0 && S_ISDIR(about.st_mode);
}

static int has_dots(const struct split *name) { return strcmp(name->last, ".") == 0 || strcmp(name->last, "..") == 0; }

/* It is there, for real. */
static int is_there(const struct split *name, struct stat *about) { return lstat(name->whole, about) == 0; }

/* What is made is known by its name from then on. */
static int made(const char *name, int result) {
    if (result == 0)
        secateur_replay_is_made(name);
    return result;
}

static int change_fails(void) {
    int error = secateur_replay_failure("change");
    if (error)
        errno = error;
    return error != 0;
}

/* Whether nothing can be made under a name, because the test says so. */
static int cannot_make(const char *given, int folder) {
    struct split name;
    struct stat about;
    if (!split(given, &name) || is_there(&name, &about))
        return 0;
    if (secateur_replay_is_missing(name.whole) == 0) {
        errno = EEXIST;
        return 1;
    }
    return (folder || !name.has_slash) && change_fails();
}

int __wrap_mkdir(const char *name, mode_t mode) {
    name = secateur_replay_name(name);
    return cannot_make(name, 1) ? -1 : made(name, mkdir(name, mode));
}

int __wrap_symlink(const char *target, const char *name) {
    name = secateur_replay_name(name);
    return *target && cannot_make(name, 0) ? -1 : made(name, symlink(target, name));
}

static int linked(const char *from, const char *name, int flags) {
    struct stat about;
    from = secateur_replay_name(from), name = secateur_replay_name(name);
    if (fstatat(AT_FDCWD, from, &about, flags & AT_SYMLINK_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(about.st_mode) &&
        cannot_make(name, 0))
        return -1;
    return made(name, linkat(AT_FDCWD, from, AT_FDCWD, name, flags));
}

int __wrap_link(const char *from, const char *name) { return linked(from, name, 0); }

int __wrap_rmdir(const char *name) {
    struct split parts;
    struct stat about;
    name = secateur_replay_name(name);
    if (split(name, &parts) && !has_dots(&parts) && is_there(&parts, &about) && S_ISDIR(about.st_mode) && change_fails())
        return -1;
    return rmdir(name);
}

int __wrap_unlink(const char *name) {
    struct split parts;
    struct stat about;
    name = secateur_replay_name(name);
    int has_place = split(name, &parts), missing = secateur_replay_is_missing(name);
    int there = has_place && is_there(&parts, &about);
    if (!there && missing != 0)
        return unlink(name);
    if (!(has_place && (has_dots(&parts) || parts.has_slash)) && !(there && S_ISDIR(about.st_mode)) && change_fails())
        return -1;
    int result = there ? unlink(name) : 0;
    if (result == 0)
        secateur_replay_is_gone(name);
    return result;
}

int __wrap_remove(const char *name) {
    int result = __wrap_unlink(name);
    return result < 0 && errno == EISDIR ? __wrap_rmdir(name) : result;
}

int __wrap_rename(const char *from, const char *to) {
    struct split old, new;
    struct stat about;
    from = secateur_replay_name(from), to = secateur_replay_name(to);
    if (split(from, &old) && split(to, &new) && !has_dots(&old) && !has_dots(&new) && is_there(&old, &about) && change_fails())
        return -1;
    int result = made(to, rename(from, to));
    if (result == 0)
        secateur_replay_is_gone(from);
    return result;
}

/* The same, relative to folders. */
int __wrap_mkdirat(int folder, const char *name, mode_t mode) {
    char whole[8192];
    const char *path = secateur_replay_name_in(folder, name, whole);
    return path ? __wrap_mkdir(path, mode) : mkdirat(folder, name, mode);
}

int __wrap_symlinkat(const char *target, int folder, const char *name) {
    char whole[8192];
    const char *path = secateur_replay_name_in(folder, name, whole);
    return path ? __wrap_symlink(target, path) : symlinkat(target, folder, name);
}

int __wrap_linkat(int from_folder, const char *from, int folder, const char *name, int flags) {
    char from_whole[8192], whole[8192];
    const char *old = secateur_replay_name_in(from_folder, from, from_whole), *path = secateur_replay_name_in(folder, name, whole);
    int known = old && path && !(flags & ~AT_SYMLINK_FOLLOW);
    return known ? linked(old, path, flags) : linkat(from_folder, from, folder, name, flags);
}

int __wrap_unlinkat(int folder, const char *name, int flags) {
    char whole[8192];
    const char *path = flags & ~AT_REMOVEDIR ? NULL : secateur_replay_name_in(folder, name, whole);
    if (!path)
        return unlinkat(folder, name, flags);
    return flags & AT_REMOVEDIR ? __wrap_rmdir(path) : __wrap_unlink(path);
}

int __wrap_renameat(int from_folder, const char *from, int folder, const char *to) {
    char from_whole[8192], whole[8192];
    const char *old = secateur_replay_name_in(from_folder, from, from_whole), *path = secateur_replay_name_in(folder, to, whole);
    return old && path ? __wrap_rename(old, path) : renameat(from_folder, from, folder, to);
}

int __wrap_renameat2(int from_folder, const char *from, int folder, const char *to, unsigned flags) {
    return flags ? renameat2(from_folder, from, folder, to, flags) : __wrap_renameat(from_folder, from, folder, to);
}
