/* unistd.h and fcntl.h on the streams of this library: descriptors, copies of them, pipes. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#include "stream.h"

extern _Bool __secateur_handles_signals;

size_t fwrite(const void *from, size_t size, size_t n, struct stream *stream);

/* Values of Linux on x86-64. */
enum { O_ACCMODE = 3, O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_TRUNC = 01000 };
enum { O_APPEND = 02000, O_NONBLOCK = 04000, O_DIRECTORY = 0200000, O_NOFOLLOW = 0400000, O_CLOEXEC = 02000000, O_PATH = 010000000 };

/* FD_CLOEXEC of each descriptor. Nothing is ever executed, but a program may ask. */
static unsigned char closed_on_exec[DESCRIPTORS];

static int with_flag(int descriptor, _Bool close_on_exec) {
    if (descriptor >= 0)
        closed_on_exec[descriptor] = close_on_exec;
    return descriptor;
}

static int open_with(const char *name, int flags) {
    if ((flags & O_ACCMODE) == O_ACCMODE)
        __secateur_not_modelled("opening a file neither for reading nor for writing");
    unsigned mode = (flags & O_ACCMODE) == O_WRONLY ? WRITE : (flags & O_ACCMODE) == O_RDWR ? READ | WRITE : READ;
    mode |= (flags & O_CREAT ? CREATE : 0) | (flags & O_TRUNC ? TRUNCATE : 0) | (flags & O_APPEND ? APPEND : 0);
    mode |= (flags & O_CREAT) && (flags & O_EXCL) ? EXCLUSIVE : 0;
    mode |= flags & O_NOFOLLOW ? NO_LINK : 0;
    if (flags & O_PATH)
        __secateur_not_modelled("opening a file for its name alone");
    struct stream *stream = __secateur_open(name, mode);
    if (stream == NULL)
        return -1;
    if ((flags & O_DIRECTORY) && (stream->file == NULL || stream->file->kind != FOLDER)) {
        __secateur_release(stream->descriptor);
        errno = ENOTDIR;
        return -1;
    }
    return with_flag(stream->descriptor, (flags & O_CLOEXEC) != 0);
}

int open(const char *name, int flags, ...) { return open_with(name, flags); }
int open64(const char *name, int flags, ...) { return open_with(name, flags); }
int __open_2(const char *name, int flags) { return open_with(name, flags); }
int __open64_2(const char *name, int flags) { return open_with(name, flags); }
int creat(const char *name, unsigned permissions) {
    (void)permissions;
    return open_with(name, O_WRONLY | O_CREAT | O_TRUNC);
}
int creat64(const char *name, unsigned permissions) { return creat(name, permissions); }

int close(int descriptor) {
    struct stream *stream = descriptor >= 0 && descriptor < DESCRIPTORS ? __secateur_descriptors[descriptor] : NULL;
    if (stream == NULL) {
        errno = EBADF;
        return -1;
    }
    if (stream->is_file && descriptor < 3)
        stream->redirected = 1;
    __secateur_release(descriptor);
    return 0;
}

long read(int descriptor, void *to, size_t n) {
    /* How many reads are asked about: each that fails is a path of its own. */
    enum { MOST = 16 };
    static unsigned asked;
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL || !stream->readable) {
        errno = EBADF;
        return -1;
    }
    const char *kind = __secateur_handles_signals ? "interruptible read" : "read";
    int error = asked < MOST ? (asked++, __secateur_fails(kind)) : 0;
    if (error != 0) {
        errno = error;
        return -1;
    }
    if (stream->file != NULL && stream->file->kind == FOLDER) {
        errno = EISDIR;
        return -1;
    }
    return n == 0 ? 0 : (long)__secateur_read_block(stream, to, n);
}

long write(int descriptor, const void *from, size_t n) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL || !stream->writable) {
        errno = EBADF;
        return -1;
    }
    if (n == 0)
        return 0;
    size_t count = fwrite(from, 1, n, stream);
    /* Nothing waits in a buffer. */
    if (!stream->is_file) {
        stream->unflushed = stream->replaced = 0;
        stream->flushed_size = stream->file == NULL ? 0 : stream->file->size;
    }
    return count == 0 ? -1 : (long)count;
}

long lseek(int descriptor, long offset, int from) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : __secateur_seek(stream, offset, from);
}

long lseek64(int descriptor, long offset, int from) { return lseek(descriptor, offset, from); }

/* At a position of its own, which stays what it was. */
long pread(int descriptor, void *to, size_t n, long offset) {
    struct stream *stream = __secateur_stream_of(descriptor);
    long before = stream == NULL ? -1 : __secateur_seek(stream, 0, 1);
    if (before < 0 || __secateur_seek(stream, offset, 0) < 0)
        return -1;
    long count = read(descriptor, to, n);
    stream->position = (size_t)before;
    return count;
}

long pwrite(int descriptor, const void *from, size_t n, long offset) {
    struct stream *stream = __secateur_stream_of(descriptor);
    long before = stream == NULL ? -1 : __secateur_seek(stream, 0, 1);
    if (before < 0 || __secateur_seek(stream, offset, 0) < 0)
        return -1;
    long count = write(descriptor, from, n);
    stream->position = (size_t)before;
    return count;
}

long pread64(int descriptor, void *to, size_t n, long offset) { return pread(descriptor, to, n, offset); }
long pwrite64(int descriptor, const void *from, size_t n, long offset) { return pwrite(descriptor, from, n, offset); }

/* Several blocks, as one. */
struct block {
    char *start;
    size_t size;
};

long readv(int descriptor, const struct block *blocks, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long one = read(descriptor, blocks[i].start, blocks[i].size);
        if (one < 0)
            return total > 0 ? total : one;
        total += one;
        if ((size_t)one < blocks[i].size)
            break;
    }
    return total;
}

long writev(int descriptor, const struct block *blocks, int count) {
    long total = 0;
    for (int i = 0; i < count; i++) {
        long one = write(descriptor, blocks[i].start, blocks[i].size);
        if (one < 0)
            return total > 0 ? total : one;
        total += one;
    }
    return total;
}

/* Another descriptor for the same stream, its position included. */
static int duplicate(struct stream *stream, int to) {
    stream->descriptors++;
    __secateur_descriptors[to] = stream;
    return with_flag(to, 0);
}

/* A standard stream leads to a file from now on. Position and all move over: who uses the other descriptor after that, but to
 * close it, is not followed. */
static int redirect(struct stream *stream, int to) {
    struct stream *standard = __secateur_descriptors[to];
    if (stream->file == NULL)
        __secateur_not_modelled("a standard stream that is redirected to the terminal");
    __secateur_flush(standard);
    standard->file = stream->file;
    standard->record = stream->record;
    standard->position = stream->position;
    standard->flushed_size = stream->flushed_size;
    standard->appends = stream->appends;
    standard->readable = stream->readable;
    standard->writable = stream->writable;
    standard->redirected = 1;
    if (stream->file->kind == PIPE) {
        stream->file->readers += stream->readable;
        stream->file->writers += stream->writable;
    } else {
        stream->moved = 1;
    }
    return with_flag(to, 0);
}

int dup(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : duplicate(stream, __secateur_free_descriptor(0));
}

static int duplicate_onto(int from, int to) {
    struct stream *stream = __secateur_stream_of(from);
    if (stream == NULL || to < 0) {
        errno = EBADF;
        return -1;
    }
    if (to < 3 && __secateur_descriptors[to] != NULL && __secateur_descriptors[to]->is_file)
        return redirect(stream, to);
    if (to >= DESCRIPTORS)
        __secateur_not_modelled("more than 64 open files");
    if (__secateur_descriptors[to] != NULL)
        __secateur_release(to);
    return duplicate(stream, to);
}

int dup2(int from, int to) {
    if (from != to)
        return duplicate_onto(from, to);
    return __secateur_stream_of(from) == NULL ? -1 : to;
}

int dup3(int from, int to, int flags) {
    if (from == to || (flags & ~O_CLOEXEC)) {
        errno = EINVAL;
        return -1;
    }
    return with_flag(duplicate_onto(from, to), (flags & O_CLOEXEC) != 0);
}

int pipe2(int ends[2], int flags) {
    if (flags & ~O_CLOEXEC)
        __secateur_not_modelled("a pipe that does not wait");
    struct file *file = __secateur_allocate(sizeof *file);
    *file = (struct file){.kind = PIPE, .readers = 1, .writers = 1};
    ends[0] = __secateur_new_stream(0, (struct stream){.readable = 1, .file = file})->descriptor;
    ends[1] = __secateur_new_stream(0, (struct stream){.writable = 1, .appends = 1, .file = file})->descriptor;
    with_flag(ends[0], (flags & O_CLOEXEC) != 0);
    with_flag(ends[1], (flags & O_CLOEXEC) != 0);
    return 0;
}

int pipe(int ends[2]) { return pipe2(ends, 0); }

int fsync(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return -1;
    if (stream->file != NULL && stream->file->kind == PLAIN)
        return __secateur_write_fails() ? -1 : 0;
    errno = EINVAL;
    return -1;
}

int fdatasync(int descriptor) { return fsync(descriptor); }

int fcntl(int descriptor, int command, ...) {
    enum { DUPLICATE = 0, GET_OWN_FLAGS = 1, SET_OWN_FLAGS = 2, GET_FLAGS = 3, SET_FLAGS = 4 };
    enum { DUPLICATE_AND_CLOSE_ON_EXEC = 1030 };
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return -1;
    va_list arguments;
    va_start(arguments, command);
    int result = 0;
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_AND_CLOSE_ON_EXEC: {
        int least = va_arg(arguments, int);
        if (least < 0) {
            errno = EINVAL;
            result = -1;
        } else {
            result = with_flag(duplicate(stream, __secateur_free_descriptor(least)), command == DUPLICATE_AND_CLOSE_ON_EXEC);
        }
        break;
    }
    case GET_OWN_FLAGS:
        result = closed_on_exec[descriptor];
        break;
    case SET_OWN_FLAGS:
        with_flag(descriptor, va_arg(arguments, int) & 1);
        break;
    case SET_FLAGS: {
        int flags = va_arg(arguments, int);
        if (flags & O_NONBLOCK)
            __secateur_not_modelled("a stream that does not wait");
        stream->appends = (flags & O_APPEND) != 0;
        break;
    }
    case GET_FLAGS:
        result = (stream->writable ? stream->readable ? O_RDWR : O_WRONLY : O_RDONLY) | (stream->appends ? O_APPEND : 0);
        break;
    default:
        __secateur_not_modelled("a command of fcntl");
    }
    va_end(arguments);
    return result;
}

int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    int value = va_arg(arguments, int);
    va_end(arguments);
    return fcntl(descriptor, command, value);
}

/* Between files only. */
long copy_file_range(int from, long *from_at, int to, long *to_at, size_t n, unsigned flags) {
    struct stream *source = __secateur_stream_of(from), *target = __secateur_stream_of(to);
    if (source == NULL || target == NULL || !source->readable || !target->writable || target->appends) {
        errno = EBADF;
        return -1;
    }
    if (flags != 0 || source->file == NULL || source->file->kind != PLAIN || target->file == NULL || target->file->kind != PLAIN) {
        errno = EINVAL;
        return -1;
    }
    if (from_at != NULL || to_at != NULL)
        __secateur_not_modelled("copy_file_range at given positions");
    size_t left = source->position < source->file->size ? source->file->size - source->position : 0;
    n = n < left ? n : left;
    if (n == 0)
        return 0;
    char *copy = __secateur_allocate(n);
    long count = read(from, copy, n);
    return count <= 0 ? count : write(to, copy, (size_t)count);
}

int ftruncate64(int descriptor, long size) {
    int ftruncate(int descriptor, long size);
    return ftruncate(descriptor, size);
}

int ftruncate(int descriptor, long size) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return -1;
    struct file *file = stream->file;
    if (file == NULL || file->kind != PLAIN || !stream->writable || size < 0) {
        errno = EINVAL;
        return -1;
    }
    if (file->mappings > 0)
        __secateur_not_modelled("writing to a file that is mapped into memory");
    if (__secateur_write_fails())
        return -1;
    if ((size_t)size > file->size)
        __secateur_not_modelled("a file that is made longer by ftruncate");
    file->size = (size_t)size;
    stream->flushed_size = file->size;
    return 0;
}

int isatty(int descriptor) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return 0;
    _Bool terminal = stream->file == NULL && (__secateur_fresh_value("isatty", 1) & 1);
    if (!terminal)
        errno = ENOTTY;
    return terminal;
}
