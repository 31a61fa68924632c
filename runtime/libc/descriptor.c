/* unistd.h, fcntl.h, sys/stat.h and sys/socket.h on the streams of this library: descriptors, and sockets as endless
 * streams whose peer may say anything. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#include "stream.h"

size_t fwrite(const void *from, size_t size, size_t n, struct stream *stream);

/* Values of Linux on x86-64. */
enum { O_ACCMODE = 3, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_TRUNC = 01000, O_APPEND = 02000 };

static int open_with(const char *name, int flags) {
    unsigned mode = (flags & O_ACCMODE) == O_WRONLY ? WRITE : (flags & O_ACCMODE) == O_RDWR ? READ | WRITE : READ;
    mode |= (flags & O_CREAT ? CREATE : 0) | (flags & O_TRUNC ? TRUNCATE : 0) | (flags & O_APPEND ? APPEND : 0);
    mode |= (flags & O_CREAT) && (flags & O_EXCL) ? EXCLUSIVE : 0;
    struct stream *stream = __secateur_open(name, mode);
    return stream == NULL ? -1 : stream->descriptor;
}

int open(const char *name, int flags, ...) { return open_with(name, flags); }
int open64(const char *name, int flags, ...) { return open_with(name, flags); }
int creat(const char *name, unsigned permissions) {
    (void)permissions;
    return open_with(name, O_WRONLY | O_CREAT | O_TRUNC);
}

int close(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : __secateur_close(stream);
}

static long read_from(int descriptor, void *to, size_t n) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL || !stream->readable) {
        errno = EBADF;
        return -1;
    }
    return n == 0 ? 0 : (long)__secateur_read_block(stream, to, n);
}

long read(int descriptor, void *to, size_t n) { return read_from(descriptor, to, n); }

static long write_to(int descriptor, const void *from, size_t n) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL || !stream->writable) {
        errno = EBADF;
        return -1;
    }
    return (long)fwrite(from, 1, n, stream);
}

long write(int descriptor, const void *from, size_t n) { return write_to(descriptor, from, n); }

long lseek(int descriptor, long offset, int from) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : __secateur_seek(stream, offset, from);
}

long lseek64(int descriptor, long offset, int from) { return lseek(descriptor, offset, from); }

int dup2(int from, int to) {
    struct stream *stream = __secateur_stream_of(from);
    if (stream == NULL || to < 0 || to >= STREAMS) {
        errno = EBADF;
        return -1;
    }
    __secateur_streams[to] = *stream;
    __secateur_streams[to].descriptor = to;
    return to;
}

int fsync(int descriptor) { return __secateur_stream_of(descriptor) == NULL ? -1 : 0; }
int fcntl(int descriptor, int command, ...) { return (void)command, __secateur_stream_of(descriptor) == NULL ? -1 : 0; }

int ftruncate(int descriptor, long size) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL || stream->file == NULL || size < 0 || (size_t)size > stream->file->size) {
        errno = EINVAL;
        return -1;
    }
    stream->file->size = (size_t)size;
    return 0;
}

int isatty(int descriptor) {
    if (__secateur_stream_of(descriptor) == NULL)
        return 0;
    _Bool terminal = __secateur_fresh_value("isatty", 1) & 1;
    if (!terminal)
        errno = ENOTTY;
    return terminal;
}

/* A file nobody knows may be there when the program runs. */
static _Bool may_exist(void) { return __secateur_fresh_value("file exists", 1) & 1; }

int access(const char *name, int mode) {
    (void)mode;
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

/* Sockets: whatever can fail may fail. */
static int new_socket(void) {
    for (int i = 3; i < STREAMS; i++) {
        if (__secateur_streams[i].open)
            continue;
        __secateur_streams[i] =
            (struct stream){.descriptor = i, .open = 1, .readable = 1, .writable = 1, .name = "socket"};
        return i;
    }
    errno = EMFILE;
    return -1;
}

static int may_fail(int error, int result) {
    if (!__secateur_either("failing socket"))
        return result;
    errno = error;
    return -1;
}

int socket(int domain, int type, int protocol) {
    (void)domain, (void)type, (void)protocol;
    return __secateur_either("failing socket") ? (errno = EACCES, -1) : new_socket();
}

int accept(int descriptor, void *address, void *length) {
    (void)descriptor, (void)address, (void)length;
    return __secateur_either("failing socket") ? (errno = ECONNABORTED, -1) : new_socket();
}

int connect(int descriptor, const void *address, unsigned length) {
    (void)descriptor, (void)address, (void)length;
    return may_fail(ECONNREFUSED, 0);
}

int bind(int descriptor, const void *address, unsigned length) {
    (void)descriptor, (void)address, (void)length;
    return may_fail(EADDRINUSE, 0);
}

int listen(int descriptor, int waiting) { return (void)descriptor, (void)waiting, may_fail(EADDRINUSE, 0); }
int shutdown(int descriptor, int how) { return (void)descriptor, (void)how, 0; }

int setsockopt(int descriptor, int level, int option, const void *value, unsigned length) {
    (void)descriptor, (void)level, (void)option, (void)value, (void)length;
    return 0;
}

/* One message: any number of bytes up to n, or an error. */
long recv(int descriptor, void *to, size_t n, int flags) {
    (void)flags;
    if (__secateur_either("failing socket")) {
        errno = ECONNRESET;
        return -1;
    }
    return read_from(descriptor, to, n);
}

long recvfrom(int descriptor, void *to, size_t n, int flags, void *address, void *length) {
    (void)address, (void)length;
    return recv(descriptor, to, n, flags);
}

long send(int descriptor, const void *from, size_t n, int flags) {
    (void)flags;
    return write_to(descriptor, from, n);
}

long sendto(int descriptor, const void *from, size_t n, int flags, const void *address, unsigned length) {
    (void)address, (void)length;
    return send(descriptor, from, n, flags);
}

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
