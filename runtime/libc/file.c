/* Files: those that are there before the program starts, those it makes, those nobody knows, and devices.
 *
 * A file nobody knows may be missing or hold anything. That is decided when the first one asks, and kept until the program
 * changes it. */
#include <errno.h>

#include "stream.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *s);

static struct file *files;

const struct file *__secateur_files(void) { return files; }

static char *joined(const char *prefix, const char *name) {
    size_t before = strlen(prefix), length = strlen(name);
    char *whole = __secateur_allocate(before + length + 1);
    __builtin_memcpy(whole, prefix, before);
    __builtin_memcpy(whole + before, name, length + 1);
    return whole;
}

struct file *__secateur_new_file(struct file file) {
    static unsigned long count;
    struct file *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = file;
    fresh->number = ++count;
    fresh->permissions = 0644;
    return fresh;
}

static struct file *add_file(const char *name, char *data, size_t size) {
    struct file *file = __secateur_new_file((struct file){.data = data, .size = size, .capacity = size});
    file->name = joined("", name);
    file->next = files;
    return files = file;
}

struct unknown_name *__secateur_unknown(const char *name) {
    static struct unknown_name *names;
    for (struct unknown_name *known = names; known != NULL; known = known->next)
        if (strcmp(known->name, name) == 0)
            return known;
    /* Inputs are called after the file they come from. */
    struct unknown_name *known = __secateur_allocate(sizeof *known);
    *known = (struct unknown_name){.name = joined("", name),
                                   .missing = !(__secateur_fresh_value(joined("exists:", name), 1) & 1),
                                   .next = names};
    return names = known;
}

static struct file *device(const char *name) {
    static struct file *nothing, *zeros;
    if (strcmp(name, "/dev/null") == 0)
        return nothing == NULL ? nothing = __secateur_new_file((struct file){.kind = NOTHING}) : nothing;
    if (strcmp(name, "/dev/zero") == 0)
        return zeros == NULL ? zeros = __secateur_new_file((struct file){.kind = ZEROS}) : zeros;
    return NULL;
}

static struct file *folder(const char *name) {
    size_t size;
    if (strcmp(name, ".") != 0 && __secateur_listing(name, &size) == NULL)
        return NULL;
    struct file *file = add_file(name, NULL, 0);
    file->kind = FOLDER;
    file->permissions = 0755;
    return file;
}

struct found __secateur_look_up(const char *given) {
    struct named named = __secateur_resolve(given);
    const char *name = named.name;
    if (name == NULL)
        return (struct found){.error = named.error};
    if (named.is_new)
        return (struct found){.name = name, .error = ENOENT, .is_new = 1};
    for (struct file *file = files; file != NULL; file = file->next)
        if (file->name != NULL && strcmp(file->name, name) == 0)
            return file->removed ? (struct found){.name = name, .error = ENOENT, .is_new = 1}
                                 : (struct found){.file = file, .name = name};
    struct file *file = device(name);
    if (file == NULL) {
        size_t size;
        char *data = __secateur_existing_file(name, &size);
        file = data != NULL ? add_file(name, data, size) : folder(name);
    }
    if (file != NULL)
        return (struct found){.file = file, .name = name};
    return (struct found){.is_unknown = 1, .name = name, .error = ENOENT, .is_new = 1};
}

_Bool __secateur_lacks(struct found found) {
    if (found.file != NULL || (found.is_unknown && !__secateur_unknown(found.name)->missing))
        return 0;
    errno = found.error;
    return 1;
}

_Bool __secateur_remove_file(const char *name) {
    struct found found = __secateur_look_up(name);
    if (__secateur_lacks(found))
        return 0;
    if (found.file != NULL && found.file->kind != PLAIN)
        __secateur_not_modelled("removing a folder or a device");
    int error = __secateur_fails("change");
    if (error != 0) {
        errno = error;
        return 0;
    }
    if (found.is_unknown)
        __secateur_unknown(found.name)->missing = 1;
    else
        found.file->removed = 1;
    return 1;
}

/* A stream that the program has under another name: what is read through one is gone for the other, unless it is a file. */
static struct stream *open_again(int descriptor, unsigned mode) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL) {
        errno = ENOENT;
        return NULL;
    }
    if (stream->file == NULL || stream->file->kind == PIPE) {
        if (stream->is_file && (mode & READ))
            __secateur_not_modelled("standard input that is opened again");
        struct stream copy = *stream;
        copy.is_file = 0;
        return __secateur_new_stream(0, copy);
    }
    return __secateur_new_stream(0, (struct stream){.readable = (mode & READ) != 0, .writable = (mode & WRITE) != 0,
                                                    .appends = (mode & APPEND) != 0, .file = stream->file});
}

static int standard_name(const char *name) {
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const numbered[] = {"/dev/fd/0", "/dev/fd/1", "/dev/fd/2"};
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0 || strcmp(name, numbered[i]) == 0)
            return i;
    return -1;
}

/* Whether a folder may be opened so. */
static _Bool opens_folder(unsigned mode) {
    if (mode & (WRITE | CREATE)) {
        errno = EISDIR;
        return 0;
    }
    return 1;
}

struct stream *__secateur_open(const char *given, unsigned mode) {
    if (__secateur_is_known(given) && standard_name(given) >= 0)
        return open_again(standard_name(given), mode);
    struct found found = __secateur_look_up(given);
    struct file *file = found.file;
    if (file != NULL && (mode & EXCLUSIVE)) {
        errno = EEXIST;
        return NULL;
    }
    if (file != NULL && file->kind == FOLDER && !opens_folder(mode))
        return NULL;
    const char *input = NULL;
    struct record *record = NULL;
    if (file == NULL && !(mode & CREATE)) {
        if (__secateur_lacks(found))
            return NULL;
        /* Nobody knows this file: it is there. */
        record = &__secateur_unknown(found.name)->record;
        if (mode & TRUNCATE)
            __secateur_make_opaque(record, NULL);
        input = joined("file:", found.name);
    }
    if (file == NULL && (mode & CREATE) && !found.is_new) {
        errno = found.error;
        return NULL;
    }
    _Bool is_device = file != NULL && file->kind != PLAIN;
    int error = mode & (WRITE | CREATE) && !is_device ? __secateur_fails("open") : 0;
    if (error != 0) {
        errno = error;
        return NULL;
    }
    if (file == NULL && (mode & CREATE))
        file = add_file(found.name, NULL, 0);
    if (file != NULL && (mode & TRUNCATE)) {
        file->size = 0;
        file->unknown = NULL;
    }
    return __secateur_new_stream(0, (struct stream){.readable = (mode & READ) != 0,
                                                    .writable = (mode & WRITE) != 0,
                                                    .appends = (mode & APPEND) != 0,
                                                    .file = file,
                                                    .record = record,
                                                    .name = input});
}
