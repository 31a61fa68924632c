/* access and the stat family: what is known of a file, and what is anybody's guess; permissions, links, times.
 *
 * No file is a symbolic link that the program has not made. Owners and times are those of nobody in particular; a program may change them and the permissions of
 * files that are known. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>

#include "stream.h"

enum { AT_FDCWD = -100, AT_EMPTY_PATH = 0x1000, AT_SYMLINK_NOFOLLOW = 0x100 };

static _Bool is_mode(int mode) {
    if (!(mode & ~7))
        return 1;
    errno = EINVAL;
    return 0;
}

int access(const char *name, int mode) {
    if (!is_mode(mode) || __secateur_lacks(__secateur_look_up(name)))
        return -1;
    return 0;
}

int euidaccess(const char *name, int mode) { return access(name, mode); }
int eaccess(const char *name, int mode) { return access(name, mode); }

struct stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks, times[6], unused[3];
};

enum { FIFO = 0010000, CHARACTER_DEVICE = 0020000, DIRECTORY = 0040000, REGULAR_FILE = 0100000, SYMBOLIC_LINK = 0120000 };

static unsigned mode_of(const struct file *file) {
    switch (file->kind) {
    case PLAIN:
        return REGULAR_FILE | file->permissions;
    case PIPE:
        return FIFO | 0600;
    case MEMORY:
        return 0;
    case NOTHING:
    case ZEROS:
        return CHARACTER_DEVICE | 0666;
    case FOLDER:
        return DIRECTORY | file->permissions;
    case LINK:
        return SYMBOLIC_LINK | file->permissions;
    }
    return 0;
}

/* Names that lead to a file: to a folder its own, "." and ".." in each folder that lies in it. */
static unsigned long links_of(const struct file *file) {
    _Bool is_own = file->kind == FOLDER && !file->is_made && file->name[0] == '.' && file->name[1] == 0;
    const struct file *folder = is_own ? NULL : file;
    unsigned long count = file->kind == FOLDER ? 2 : file->links;
    for (const struct entry *entry = __secateur_entries(); (file->is_made || is_own) && entry != NULL; entry = entry->next)
        count += entry->folder == folder && entry->file != NULL && entry->file->is_made;
    return file->is_gone ? 0 : count;
}

static int describe(const struct file *file, struct stat *to) {
    long size = file->kind == PLAIN || file->kind == LINK ? (long)file->size : file->kind == FOLDER ? 4096 : 0;
    *to = (struct stat){.st_dev = 1, .st_ino = 1000 + file->number, .st_nlink = links_of(file),
                        .st_mode = mode_of(file), .st_uid = 1000, .st_gid = 1000, .st_size = size, .st_blksize = 4096,
                        .st_blocks = (size + 511) / 512};
    if (file->kind == NOTHING || file->kind == ZEROS)
        to->st_rdev = file->kind == NOTHING ? 0x103 : 0x105;
    return 0;
}

static int stat_of(const char *name, enum last last, struct stat *to) {
    struct found found = __secateur_look_up_in(__secateur_start, name, last);
    if (__secateur_lacks(found))
        return -1;
    if (found.file != NULL)
        return describe(found.file, to);
    *to = (struct stat){.st_dev = 1, .st_ino = 1, .st_nlink = 1, .st_uid = 1000, .st_gid = 1000, .st_blksize = 4096};
    to->st_mode = (unsigned)__secateur_fresh_value("file mode", 4);
    to->st_size = (long)__secateur_fresh_value("file size", 4);
    return 0;
}

int stat(const char *name, struct stat *to) { return stat_of(name, FOLLOWED, to); }
int lstat(const char *name, struct stat *to) { return stat_of(name, ITSELF, to); }

/* The terminal is a device, as is /dev/null, where a replay's output goes; what is read from an endless stream comes from a pipe. */
int fstat(int descriptor, struct stat *to) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return -1;
    if (stream->file != NULL)
        return describe(stream->file, to);
    struct file file = {.kind = stream->record != NULL ? PLAIN : stream->readable ? PIPE : NOTHING, .permissions = 0644,
                        .number = stream->readable ? (unsigned long)-2 : (unsigned long)-1};
    return describe(&file, to);
}

int stat64(const char *name, struct stat *to) { return stat(name, to); }
int lstat64(const char *name, struct stat *to) { return lstat(name, to); }
int fstat64(int descriptor, struct stat *to) { return fstat(descriptor, to); }
int __xstat(int version, const char *name, struct stat *to) { return (void)version, stat(name, to); }
int __lxstat(int version, const char *name, struct stat *to) { return (void)version, lstat(name, to); }
int __fxstat(int version, int descriptor, struct stat *to) { return (void)version, fstat(descriptor, to); }
int __xstat64(int version, const char *name, struct stat *to) { return (void)version, stat(name, to); }
int __lxstat64(int version, const char *name, struct stat *to) { return (void)version, lstat(name, to); }
int __fxstat64(int version, int descriptor, struct stat *to) { return (void)version, fstat(descriptor, to); }

int fstatat(int folder, const char *name, struct stat *to, int flags) {
    if ((flags & AT_EMPTY_PATH) && *name == 0)
        return folder == AT_FDCWD ? stat(".", to) : fstat(folder, to);
    return __secateur_enter(folder, name) ? __secateur_leave(stat_of(name, flags & AT_SYMLINK_NOFOLLOW ? ITSELF : FOLLOWED, to)) : -1;
}

int fstatat64(int folder, const char *name, struct stat *to, int flags) { return fstatat(folder, name, to, flags); }
int __fxstatat(int version, int folder, const char *name, struct stat *to, int flags) {
    return (void)version, fstatat(folder, name, to, flags);
}

int faccessat(int folder, const char *name, int mode, int flags) {
    if (flags & AT_SYMLINK_NOFOLLOW) {
        struct stat about;
        return is_mode(mode) ? fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) : -1;
    }
    return __secateur_enter(folder, name) ? __secateur_leave(access(name, mode)) : -1;
}

int openat(int folder, const char *name, int flags, ...) {
    int open(const char *name, int flags, ...);
    return __secateur_enter(folder, name) ? __secateur_leave(open(name, flags, 0666)) : -1;
}
int openat64(int folder, const char *name, int flags, ...) { return openat(folder, name, flags, 0666); }
int __openat_2(int folder, const char *name, int flags) { return openat(folder, name, flags); }
int __openat64_2(int folder, const char *name, int flags) { return openat(folder, name, flags); }

/* Where a link leads; nothing else is one. */
long readlink(const char *name, char *to, size_t room) {
    struct found found = __secateur_look_up_in(__secateur_start, name, ITSELF);
    if (room == 0 || (found.file != NULL && found.file->kind != LINK)) {
        errno = EINVAL;
        return -1;
    }
    if (found.file == NULL) {
        if (!__secateur_lacks(found))
            errno = EINVAL;
        return -1;
    }
    size_t n = found.file->size < room ? found.file->size : room;
    __builtin_memcpy(to, found.file->data, n);
    return (long)n;
}

long readlinkat(int folder, const char *name, char *to, size_t room) {
    if (*name == 0)
        __secateur_not_modelled("where the link of a descriptor leads");
    return __secateur_enter(folder, name) ? (long)__secateur_leave((int)readlink(name, to, room)) : -1;
}

/* Of a folder that the program has made. */
static const char *own_path(const struct file *folder) {
    for (const struct entry *entry = __secateur_entries(); entry != NULL; entry = entry->next)
        if (entry->file == folder)
            return __secateur_path(entry->folder, entry->name);
    return ".";
}

/* The name without what says nothing, from the root on. */
char *realpath(const char *name, char *to) {
    size_t strlen(const char *s);
    void *malloc(size_t size);
    if (name == NULL) {
        errno = EINVAL;
        return NULL;
    }
    struct found found = __secateur_look_up(name);
    if (__secateur_lacks(found))
        return NULL;
    const char *path = found.file != NULL && found.file->is_made && found.entry == NULL ? own_path(found.file)
                                                                                       : __secateur_path(found.folder, found.name);
    for (const char *at = path; *at != 0; at++)
        if (*at == '/' && (at[1] == '/' || at[1] == '.'))
            __secateur_not_modelled("realpath of a name with \".\", \"..\" or two slashes");
    const char *folder = __secateur_folder();
    size_t before = *path == '/' ? 0 : strlen(folder), length = strlen(path);
    if (length == 1 && *path == '.')
        length = 0;
    if (to == NULL && (to = malloc(4096)) == NULL)
        return NULL;
    __builtin_memcpy(to, folder, before);
    if (before > 0 && length > 0)
        to[before++] = '/';
    __builtin_memcpy(to + before, path, length);
    to[before + length] = 0;
    return to;
}

char *canonicalize_file_name(const char *name) { return realpath(name, NULL); }

/* Changes to what is known of a file. */
static struct file *to_change(const char *name) {
    struct found found = __secateur_look_up(name);
    if (__secateur_lacks(found))
        return NULL;
    if (found.file == NULL || found.file->kind != PLAIN)
        __secateur_not_modelled("changing a file nobody knows, a folder or a device");
    int error = __secateur_fails("change");
    if (error == 0)
        return found.file;
    errno = error;
    return NULL;
}

static struct file *open_to_change(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return NULL;
    if (stream->file == NULL || stream->file->kind != PLAIN)
        __secateur_not_modelled("changing a file nobody knows, a folder or a device");
    int error = __secateur_fails("change");
    if (error == 0)
        return stream->file;
    errno = error;
    return NULL;
}

static int set_permissions(struct file *file, unsigned mode) {
    if (file == NULL)
        return -1;
    file->permissions = mode & 07777;
    return 0;
}

int chmod(const char *name, unsigned mode) { return set_permissions(to_change(name), mode); }
int fchmod(int descriptor, unsigned mode) { return set_permissions(open_to_change(descriptor), mode); }
int fchmodat(int folder, const char *name, unsigned mode, int flags) {
    if (flags != 0)
        __secateur_not_modelled("a flag of fchmodat");
    return __secateur_enter(folder, name) ? __secateur_leave(chmod(name, mode)) : -1;
}
int utimensat(int folder, const char *name, const void *times, int flags) {
    (void)times, (void)flags;
    if (name == NULL)
        return open_to_change(folder) == NULL ? -1 : 0;
    return __secateur_enter(folder, name) ? __secateur_leave(to_change(name) != NULL ? 0 : -1) : -1;
}
int futimens(int descriptor, const void *times) { return (void)times, open_to_change(descriptor) == NULL ? -1 : 0; }
int utimes(const char *name, const void *times) { return (void)times, to_change(name) == NULL ? -1 : 0; }
int utime(const char *name, const void *times) { return (void)times, to_change(name) == NULL ? -1 : 0; }

/* Advice changes nothing. */
int posix_fadvise(int descriptor, long offset, long length, int advice) {
    (void)offset, (void)length;
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return EBADF;
    if (advice < 0 || advice > 5)
        return EINVAL;
    return stream->file == NULL ? stream->record == NULL && stream->readable ? ESPIPE : 0 : stream->file->kind == PIPE ? ESPIPE : 0;
}
int posix_fadvise64(int descriptor, long offset, long length, int advice) {
    return posix_fadvise(descriptor, offset, length, advice);
}

/* How much waits to be read. A stream that was read through a buffer has read ahead, nobody knows how far. */
static int waiting(const struct stream *stream) {
    const struct file *file = stream->file;
    if (file != NULL && file->unknown == NULL && (!stream->is_file || stream->position == 0 || stream->position == file->size))
        return (int)(file->size - stream->position);
    unsigned long count = __secateur_fresh_fact("bytes that wait to be read", 4);
    klee_assume(count <= INT_MAX);
    return (int)count;
}

/* Nothing is a terminal with a size or settings that could be asked for. */
int ioctl(int descriptor, unsigned long request, ...) {
    enum { FIONREAD = 0x541B };
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return -1;
    _Bool can_wait = stream->file == NULL || stream->file->kind == PLAIN || stream->file->kind == PIPE;
    if (request != FIONREAD || !can_wait) {
        errno = ENOTTY;
        return -1;
    }
    va_list arguments;
    va_start(arguments, request);
    *va_arg(arguments, int *) = waiting(stream);
    va_end(arguments);
    return 0;
}
int tcgetattr(int descriptor, void *to) { return (void)to, ioctl(descriptor, 0); }
int tcsetattr(int descriptor, int when, const void *from) { return (void)when, (void)from, ioctl(descriptor, 0); }
int tcgetpgrp(int descriptor) { return ioctl(descriptor, 0); }
char *ttyname(int descriptor) { return ioctl(descriptor, 0), NULL; }
int ttyname_r(int descriptor, char *to, size_t room) { return (void)to, (void)room, ioctl(descriptor, 0), errno; }
