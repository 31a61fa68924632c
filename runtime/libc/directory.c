/* dirent.h: the names in a folder, sorted. In the program's own they are the symbolic files and what it has made, in one that it has
 * made what it has made there, elsewhere those of this machine. */
#include <errno.h>
#include <stddef.h>

#include "directory.h"
#include "stream.h"

void free(void *block);
void *malloc(size_t size);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);
int close(int descriptor);

enum { UNKNOWN_TYPE = 0, A_FOLDER = 4, A_FILE = 8, A_LINK = 10 };

struct directory {
    int descriptor;
    const char **names;
    /* The kind of each. */
    unsigned char *types;
    size_t count, next;
    struct dirent entry;
};

static void add(struct directory *folder, const char *name, unsigned char type) {
    size_t at = folder->count;
    while (at > 0 && strcmp(folder->names[at - 1], name) > 0)
        at--;
    if (at > 0 && strcmp(folder->names[at - 1], name) == 0)
        return;
    for (size_t i = folder->count; i > at; i--) {
        folder->names[i] = folder->names[i - 1];
        folder->types[i] = folder->types[i - 1];
    }
    folder->names[at] = name;
    folder->types[at] = type;
    folder->count++;
}

static void make_room(struct directory *folder, size_t room) {
    folder->names = __secateur_give(room * sizeof *folder->names);
    folder->types = __secateur_give(room);
}

static unsigned char type_of(const struct file *file) {
    return file->kind == FOLDER ? A_FOLDER : file->kind == LINK ? A_LINK : A_FILE;
}

static _Bool is_inside(const char *name) {
    for (; *name != 0; name++)
        if (*name == '/')
            return 0;
    return 1;
}

/* A folder that the program has made; NULL: its own. */
static void list_own(struct directory *folder, const struct file *which) {
    static const char letters[] = "A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";
    unsigned given = which == NULL ? __secateur_files_given() : 0;
    if (which != NULL && which->is_gone)
        __secateur_not_modelled("the names in a folder that was removed");
    for (unsigned i = 0; i < given; i++)
        __secateur_look_up_in(NULL, letters + 2 * i, NAME);
    size_t room = 2;
    for (const struct entry *entry = __secateur_entries(); entry != NULL; entry = entry->next)
        room++;
    make_room(folder, room);
    for (const struct entry *entry = __secateur_entries(); entry != NULL; entry = entry->next) {
        const struct file *file = entry->file;
        if (entry->folder == which && file != NULL && is_inside(entry->name) &&
            (file->kind == PLAIN || file->kind == LINK || file->is_made))
            add(folder, entry->name, type_of(file));
    }
    add(folder, ".", A_FOLDER);
    add(folder, "..", A_FOLDER);
}

static _Bool list_real(struct directory *folder, const char *name) {
    size_t size = 0, room = 2;
    const char *names = __secateur_listing(name, &size);
    if (names == NULL)
        return 0;
    for (size_t at = 0; at < size; at += strlen(names + at) + 1)
        room++;
    make_room(folder, room);
    for (size_t at = 0; at < size; at += strlen(names + at) + 1) {
        folder->types[folder->count] = UNKNOWN_TYPE;
        folder->names[folder->count++] = names + at;
    }
    add(folder, ".", A_FOLDER);
    add(folder, "..", A_FOLDER);
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
    *folder = (struct directory){.descriptor = descriptor};
    if (stream->file->is_made)
        list_own(folder, stream->file);
    else if (strcmp(stream->file->name, ".") == 0)
        list_own(folder, NULL);
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
    unsigned char type = folder->types[folder->next];
    const char *name = folder->names[folder->next++];
    size_t size = strlen(name) + 1;
    folder->entry = (struct dirent){.d_ino = 1000 + folder->next, .d_off = (long)folder->next, .d_reclen = sizeof folder->entry,
                                    .d_type = type};
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
    free(folder->types);
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
