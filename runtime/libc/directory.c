/* dirent.h: the names in a folder, sorted. In the program's own they are the symbolic files and those it has made, elsewhere those
 * of this machine. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

void free(void *block);
void *malloc(size_t size);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
int close(int descriptor);

/* As Linux and glibc have it on x86-64. */
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

enum { UNKNOWN_TYPE = 0, A_FOLDER = 4, A_FILE = 8 };

struct directory {
    int descriptor;
    const char **names;
    size_t count, next;
    _Bool own;
    struct dirent entry;
};

static void add(struct directory *folder, const char *name) {
    size_t at = folder->count;
    while (at > 0 && strcmp(folder->names[at - 1], name) > 0)
        at--;
    if (at > 0 && strcmp(folder->names[at - 1], name) == 0)
        return;
    for (size_t i = folder->count; i > at; i--)
        folder->names[i] = folder->names[i - 1];
    folder->names[at] = name;
    folder->count++;
}

static _Bool is_inside(const char *name) {
    for (; *name != 0; name++)
        if (*name == '/')
            return 0;
    return 1;
}

static void list_own(struct directory *folder) {
    static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";
    size_t room = 2 + __secateur_files_given();
    for (const struct file *file = __secateur_files(); file != NULL; file = file->next)
        room++;
    folder->names = __secateur_give(room * sizeof *folder->names);
    for (unsigned i = 0; i < __secateur_files_given(); i++)
        if (__secateur_look_up(letters + 2 * i).file != NULL)
            add(folder, letters + 2 * i);
    for (const struct file *file = __secateur_files(); file != NULL; file = file->next)
        if (file->name != NULL && !file->removed && file->kind == PLAIN && is_inside(file->name))
            add(folder, file->name);
    add(folder, ".");
    add(folder, "..");
}

static _Bool list_real(struct directory *folder, const char *name) {
    size_t size = 0, room = 2;
    const char *names = __secateur_listing(name, &size);
    if (names == NULL)
        return 0;
    for (size_t at = 0; at < size; at += strlen(names + at) + 1)
        room++;
    folder->names = __secateur_give(room * sizeof *folder->names);
    for (size_t at = 0; at < size; at += strlen(names + at) + 1)
        folder->names[folder->count++] = names + at;
    add(folder, ".");
    add(folder, "..");
    return 1;
}

struct directory *fdopendir(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return NULL;
    if (stream->file == NULL || stream->file->kind != FOLDER) {
        errno = ENOTDIR;
        return NULL;
    }
    int error = __secateur_fails("allocation");
    if (error != 0) {
        errno = error;
        return NULL;
    }
    struct directory *folder = __secateur_give(sizeof *folder);
    *folder = (struct directory){.descriptor = descriptor, .own = strcmp(stream->file->name, ".") == 0};
    if (folder->own)
        list_own(folder);
    else if (!list_real(folder, stream->file->name))
        __secateur_not_modelled("a folder that cannot be read");
    return folder;
}

struct directory *opendir(const char *name) {
    int open(const char *name, int flags, ...);
    int descriptor = open(name, 0200000 | 02000000);
    struct directory *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (folder == NULL && descriptor >= 0) {
        int error = errno;
        close(descriptor);
        errno = error;
    }
    return folder;
}

struct dirent *readdir(struct directory *folder) {
    if (folder->next == folder->count)
        return NULL;
    const char *name = folder->names[folder->next++];
    size_t size = strlen(name) + 1;
    _Bool dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    folder->entry = (struct dirent){.d_ino = 1000 + folder->next, .d_off = (long)folder->next, .d_reclen = sizeof folder->entry,
                                    .d_type = dots ? A_FOLDER : folder->own ? A_FILE : UNKNOWN_TYPE};
    __builtin_memcpy(folder->entry.d_name, name, size < 256 ? size : 255);
    return &folder->entry;
}

struct dirent *readdir64(struct directory *folder) { return readdir(folder); }
void rewinddir(struct directory *folder) { folder->next = 0; }
long telldir(struct directory *folder) { return (long)folder->next; }
void seekdir(struct directory *folder, long position) { folder->next = (size_t)position; }
int dirfd(struct directory *folder) { return folder->descriptor; }

int closedir(struct directory *folder) {
    int descriptor = folder->descriptor;
    free(folder->names);
    free(folder);
    return close(descriptor);
}

int alphasort(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static int release(struct dirent **entries, size_t count, int result) {
    while (count > 0)
        free(entries[--count]);
    free(entries);
    return result;
}

int scandir(const char *name, struct dirent ***list, int (*selects)(const struct dirent *),
            int (*compares)(const struct dirent **, const struct dirent **)) {
    void qsort(void *base, size_t count, size_t size, int (*compares)(const struct dirent **, const struct dirent **));
    struct directory *folder = opendir(name);
    if (folder == NULL)
        return -1;
    size_t count = 0;
    struct dirent **entries = malloc(folder->count * sizeof *entries), *entry;
    while (entries != NULL && (entry = readdir(folder)) != NULL) {
        if (selects != NULL && !selects(entry))
            continue;
        struct dirent *copy = malloc(sizeof *copy);
        if (copy == NULL) {
            closedir(folder);
            return release(entries, count, -1);
        }
        *copy = *entry;
        entries[count++] = copy;
    }
    closedir(folder);
    if (entries == NULL)
        return -1;
    if (compares != NULL && count > 0)
        qsort(entries, count, sizeof *entries, compares);
    *list = entries;
    if (count == 0) {
        *list = NULL;
        return release(entries, 0, 0);
    }
    return (int)count;
}

int scandir64(const char *name, struct dirent ***list, int (*selects)(const struct dirent *),
              int (*compares)(const struct dirent **, const struct dirent **)) {
    return scandir(name, list, selects, compares);
}

int alphasort64(const struct dirent **a, const struct dirent **b) { return alphasort(a, b); }
