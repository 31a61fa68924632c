/* Files: those that are there before the program starts, those it makes, those nobody knows, and devices.
 *
 * A file nobody knows may be missing or hold anything. That is decided when the first one asks, and kept until the program
 * changes it. */
#include <errno.h>

#include "stream.h"

int strcmp(const char *a, const char *b);
size_t strlen(const char *s);

static struct entry *entries;
static struct unknown_name *unknown_names;

struct entry *__secateur_entries(void) { return entries; }

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
    fresh->links = 1;
    return fresh;
}

static struct file *add_file(struct file *folder, const char *name, struct file file) {
    struct file *fresh = __secateur_new_file(file);
    __secateur_add_entry((struct found){.name = name, .folder = folder}, fresh);
    return fresh;
}

void __secateur_add_entry(struct found place, struct file *file) {
    struct entry *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = (struct entry){.folder = place.folder, .name = joined("", place.name), .file = file, .next = entries};
    entries = fresh;
}

struct file *__secateur_add_file(struct found place, struct file file) { return add_file(place.folder, place.name, file); }

struct unknown_name *__secateur_unknown(const char *name) {
    for (struct unknown_name *known = unknown_names; known != NULL; known = known->next)
        if (strcmp(known->name, name) == 0)
            return known;
    /* Inputs are called after the file they come from. */
    struct unknown_name *known = __secateur_allocate(sizeof *known);
    *known = (struct unknown_name){.name = joined("", name),
                                   .missing = !(__secateur_fresh_value(joined("exists:", name), 1) & 1),
                                   .next = unknown_names};
    return unknown_names = known;
}

static _Bool begins(const char *name, const char *folder) {
    while (*folder != 0 && *name == *folder)
        name++, folder++;
    return *folder == 0 && *name == '/';
}

_Bool __secateur_is_begun(const char *folder) {
    for (const struct unknown_name *known = unknown_names; known != NULL; known = known->next)
        if (!known->missing && begins(known->name, folder))
            return 1;
    for (const struct entry *entry = entries; entry != NULL; entry = entry->next)
        if (entry->folder == NULL && entry->file != NULL && begins(entry->name, folder))
            return 1;
    return 0;
}

const char *__secateur_path(const struct file *folder, const char *name) {
    for (const struct entry *entry = entries; folder != NULL && entry != NULL; entry = entry->next)
        if (entry->file == folder)
            return __secateur_path(folder->parent, joined(joined(entry->name, "/"), name));
    return name;
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
    struct file *file = add_file(NULL, name, (struct file){.kind = FOLDER, .name = joined("", name)});
    file->permissions = 0755;
    return file;
}

struct found __secateur_look_up_in(struct file *start, const char *given, enum last last) {
    struct named named = __secateur_resolve(start, given, last);
    const char *name = named.name;
    struct found found = {.file = named.file, .entry = named.entry, .name = name, .folder = named.folder, .error = named.error,
                          .is_new = named.is_new, .has_slash = named.has_slash, .dots = named.dots};
    if (named.is_new)
        found.error = ENOENT;
    if (name == NULL || found.file != NULL || named.is_new)
        return found;
    for (struct entry *entry = entries; entry != NULL; entry = entry->next)
        if (entry->folder == NULL && strcmp(entry->name, name) == 0) {
            found.file = entry->file;
            found.entry = entry->file == NULL ? NULL : entry;
            found.is_new = entry->file == NULL;
            found.error = ENOENT;
            return found;
        }
    struct file *file = device(name);
    if (file == NULL) {
        size_t size;
        char *data = __secateur_existing_file(name, &size);
        file = data != NULL ? add_file(NULL, name, (struct file){.data = data, .size = size, .capacity = size}) : folder(name);
        found.entry = file == NULL ? NULL : entries;
    }
    found.file = file;
    if (file != NULL)
        return found;
    if (named.is_linked)
        __secateur_not_modelled("a symbolic link to a file nobody knows");
    found.is_unknown = found.is_new = 1;
    found.error = ENOENT;
    return found;
}

struct found __secateur_look_up(const char *name) { return __secateur_look_up_in(__secateur_start, name, FOLLOWED); }

_Bool __secateur_folder_of(int descriptor, const char *name, struct file **start) {
    enum { AT_FDCWD = -100 };
    *start = NULL;
    if (descriptor == AT_FDCWD || *name == '/')
        return 1;
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return 0;
    if (stream->file == NULL || stream->file->kind != FOLDER) {
        errno = ENOTDIR;
        return 0;
    }
    if (stream->file->is_made)
        *start = stream->file;
    else if (strcmp(stream->file->name, ".") != 0)
        __secateur_not_modelled("a name relative to a folder that is not the program's own");
    return 1;
}

_Bool __secateur_enter(int descriptor, const char *name) { return __secateur_folder_of(descriptor, name, &__secateur_start); }

int __secateur_leave(int result) {
    __secateur_start = NULL;
    return result;
}

_Bool __secateur_lacks(struct found found) {
    if (found.file != NULL || (found.is_unknown && !__secateur_unknown(found.name)->missing))
        return 0;
    errno = found.error;
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

/* What cannot be made, whatever is there. */
static _Bool ends_in_slash(struct found found, const char *name) {
    if (found.name == NULL && (found.error == ENOTDIR || found.error == ELOOP)) {
        found = __secateur_look_up_in(__secateur_start, name, NAME);
        /* Where the link's own text ends in a slash, too. */
        if (found.file != NULL && found.file->kind == LINK && !found.has_slash)
            __secateur_not_modelled("a file that is made through a symbolic link that leads to none");
    }
    return found.has_slash;
}

struct stream *__secateur_open(const char *given, unsigned mode) {
    if (__secateur_is_known(given) && standard_name(given) >= 0)
        return open_again(standard_name(given), mode);
    struct found found = __secateur_look_up_in(__secateur_start, given, mode & (EXCLUSIVE | NO_LINK) ? ITSELF : FOLLOWED);
    struct file *file = found.file;
    if ((mode & CREATE) && ends_in_slash(found, given)) {
        errno = EISDIR;
        return NULL;
    }
    if (file != NULL && (mode & EXCLUSIVE)) {
        errno = EEXIST;
        return NULL;
    }
    if (file != NULL && file->kind == LINK) {
        errno = ELOOP;
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
        file = __secateur_add_file(found, (struct file){.kind = PLAIN});
    if (file != NULL && (mode & TRUNCATE)) {
        if (file->mappings > 0)
            __secateur_not_modelled("writing to a file that is mapped into memory");
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
