/* The names in a folder, in the order of the models (runtime/libc/directory.c): sorted. The kinds of files are known in the program's own
 * folder and below it only. */
#define _GNU_SOURCE
#include "replay.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __wrap_open(const char *name, int flags, ...);
void *__wrap_malloc(size_t size);

struct folder {
    DIR *real;
    struct dirent **entries;
    long count, next;
};

static int by_name(const void *a, const void *b) {
    return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

/* The program's own folder, or one below it. */
static int is_own(int descriptor) {
    char link[32], here[4096], there[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, there, sizeof there - 1);
    if (length < 0 || !getcwd(here, sizeof here))
        return 0;
    there[length] = '\0';
    size_t before = strlen(here);
    return strncmp(there, here, before) == 0 && (there[before] == '/' || there[before] == '\0');
}

struct folder *__wrap_fdopendir(int descriptor) {
    struct stat given;
    if (fstat(descriptor, &given) == 0 && S_ISDIR(given.st_mode) && secateur_replay_refuses_memory())
        return NULL;
    DIR *real = fdopendir(descriptor);
    if (!real)
        return NULL;
    struct folder *folder = calloc(1, sizeof *folder);
    int own = is_own(descriptor);
    for (struct dirent *entry; folder && (entry = readdir(real)) != NULL;) {
        struct dirent *copy = malloc(sizeof *copy);
        struct dirent **more = realloc(folder->entries, (size_t)(folder->count + 1) * sizeof *more);
        if (!copy || !more)
            secateur_replay_stop("out of memory", 1);
        int dots = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        memcpy(copy, entry, offsetof(struct dirent, d_name) + strlen(entry->d_name) + 1);
        copy->d_type = dots || own ? entry->d_type : DT_UNKNOWN;
        folder->entries = more;
        folder->entries[folder->count++] = copy;
    }
    if (!folder)
        secateur_replay_stop("out of memory", 1);
    folder->real = real;
    qsort(folder->entries, (size_t)folder->count, sizeof *folder->entries, by_name);
    errno = 0;
    return folder;
}

struct folder *__wrap_opendir(const char *name) {
    int descriptor = __wrap_open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct folder *folder = descriptor < 0 ? NULL : __wrap_fdopendir(descriptor);
    if (!folder && descriptor >= 0) {
        int error = errno;
        close(descriptor);
        errno = error;
    }
    return folder;
}

struct dirent *__wrap_readdir(struct folder *folder) {
    return folder->next == folder->count ? NULL : folder->entries[folder->next++];
}
struct dirent *__wrap_readdir64(struct folder *folder) { return __wrap_readdir(folder); }
void __wrap_rewinddir(struct folder *folder) { folder->next = 0; }
long __wrap_telldir(struct folder *folder) { return folder->next; }
void __wrap_seekdir(struct folder *folder, long position) { folder->next = position; }
int __wrap_dirfd(struct folder *folder) { return dirfd(folder->real); }

int __wrap_closedir(struct folder *folder);

int __wrap_scandir(const char *name, struct dirent ***list, int (*selects)(const struct dirent *),
                   int (*compares)(const struct dirent **, const struct dirent **)) {
    struct folder *folder = __wrap_opendir(name);
    if (!folder)
        return -1;
    int count = 0;
    struct dirent **entries = __wrap_malloc((size_t)(folder->count + 1) * sizeof *entries);
    for (struct dirent *entry; entries && (entry = __wrap_readdir(folder)) != NULL;)
        if (!selects || selects(entry)) {
            struct dirent *copy = __wrap_malloc(sizeof *copy);
            if (!copy) {
                while (count > 0)
                    free(entries[--count]);
                free(entries);
                entries = NULL;
                break;
            }
            *copy = *entry;
            entries[count++] = copy;
        }
    __wrap_closedir(folder);
    if (!entries) {
        errno = ENOMEM;
        return -1;
    }
    if (compares)
        qsort(entries, (size_t)count, sizeof *entries, (int (*)(const void *, const void *))compares);
    *list = count ? entries : NULL;
    if (!count)
        free(entries);
    return count;
}

int __wrap_scandir64(const char *name, struct dirent ***list, int (*selects)(const struct dirent *),
                     int (*compares)(const struct dirent **, const struct dirent **)) {
    return __wrap_scandir(name, list, selects, compares);
}

int __wrap_closedir(struct folder *folder) {
    DIR *real = folder->real;
    for (long i = 0; i < folder->count; i++)
        free(folder->entries[i]);
    free(folder->entries);
    free(folder);
    return closedir(real);
}
