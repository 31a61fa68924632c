/* access and the stat family: what is known of a file, and what is anybody's guess. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

/* A file nobody knows may be there when the program runs. */
static _Bool may_exist(void) { return __secateur_fresh_value("file exists", 1) & 1; }

int access(const char *name, int mode) {
    if (mode & ~7) {
        errno = EINVAL;
        return -1;
    }
    if (__secateur_find_file(name) != NULL || may_exist())
        return 0;
    errno = ENOENT;
    return -1;
}

struct stat {
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, padding;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks, times[6], unused[3];
};

enum { REGULAR_FILE = 0100644, CHARACTER_DEVICE = 0020620 };

static int describe(const struct file *file, struct stat *to) {
    unsigned mode = file == NULL ? CHARACTER_DEVICE : REGULAR_FILE;
    long size = file == NULL ? 0 : (long)file->size;
    *to = (struct stat){.st_dev = 1, .st_ino = 1, .st_nlink = 1, .st_mode = mode, .st_uid = 1000, .st_gid = 1000,
                        .st_size = size, .st_blksize = 4096, .st_blocks = (size + 511) / 512};
    return 0;
}

int stat(const char *name, struct stat *to) {
    struct file *file = __secateur_find_file(name);
    if (file != NULL)
        return describe(file, to);
    if (may_exist()) {
        describe(NULL, to);
        to->st_mode = (unsigned)__secateur_fresh_value("file mode", 4);
        to->st_size = (long)__secateur_fresh_value("file size", 4);
        return 0;
    }
    errno = ENOENT;
    return -1;
}

int lstat(const char *name, struct stat *to) { return stat(name, to); }

int fstat(int descriptor, struct stat *to) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : describe(stream->file, to);
}

int stat64(const char *name, struct stat *to) { return stat(name, to); }
int lstat64(const char *name, struct stat *to) { return stat(name, to); }
int fstat64(int descriptor, struct stat *to) { return fstat(descriptor, to); }

