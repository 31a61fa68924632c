/* Opening, reading and writing, by stream and by descriptor: what fails in the test fails here.
 *
 * A file whose name the test knows is opened from the test, wherever its name points to; all others are opened as usual.
 * The order of questions is that of the models in runtime/libc: a write to a file that is none of the standard streams is one,
 * and so is what has written data reach a file.
 */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Sanitizers do not look into the library: a stream that is none, or a closed one, is seen where its memory is read. The
 * standard ones are never freed. */
#define TOUCH(pointer) ((void)*(const volatile char *)(pointer))

static int closed_standard[3];

static int *standard_closed(FILE *stream) {
    FILE *const standard[] = {stdin, stdout, stderr};
    for (int i = 0; i < 3; i++)
        if (stream == standard[i])
            return &closed_standard[i];
    return NULL;
}

static void look_at_stream(FILE *stream) {
    TOUCH(stream);
    int *closed = standard_closed(stream);
    if (closed && *closed)
        secateur_replay_fail("use-after-free");
}

/* How many writes and reads are asked about, as in the models. */
#define MOST 16

/* No sanitizer watches what the library's own functions write. */
char *__wrap_fgets(char *to, int n, FILE *stream) {
    int count = 0, byte = 0;
    look_at_stream(stream);
    if (n <= 0)
        return NULL;
    while (count < n - 1 && byte != '\n' && (byte = getc(stream)) != EOF)
        to[count++] = (char)byte;
    if (n > 1 && count == 0)
        return NULL;
    to[count] = 0;
    return to;
}

char *__wrap_gets(char *to) {
    size_t count = 0;
    int byte;
    while ((byte = getchar()) != EOF && byte != '\n')
        to[count++] = (char)byte;
    if (byte == EOF && count == 0)
        return NULL;
    to[count] = 0;
    return to;
}

/* A file in the folder of the test that no name leads to, or -1. */
static int nameless_file(void) {
    char name[4096];
    const char *folder = getenv("SECATEUR_REPLAY_FOLDER");
    if (!folder || snprintf(name, sizeof name, "%s/nameless-XXXXXX", folder) >= (int)sizeof name)
        return -1;
    int file = mkstemp(name);
    if (file >= 0)
        unlink(name);
    return file;
}

/* A file of the test as a descriptor, or -1. */
int secateur_replay_file(const char *name) {
    char input[4096];
    if (!name || snprintf(input, sizeof input, "file:%s", name) >= (int)sizeof input)
        return -1;
    if (secateur_replay_is_missing(name) == 1)
        return -1;
    size_t size;
    const void *bytes = secateur_replay_stream(input, &size);
    if (!bytes)
        return -1;
    int file = nameless_file();
    if (file < 0 || write(file, bytes, size) != (ssize_t)size)
        secateur_replay_stop("a file of the test cannot be made", 1);
    lseek(file, 0, SEEK_SET);
    return file;
}

/* What the program has made, by the first part of its name. */
static char made[64][256];

static size_t first_part(const char *name) { return strcspn(name, "/"); }

void secateur_replay_is_made(const char *name) {
    size_t n = first_part(name);
    for (int i = 0; i < 64 && n > 0 && n < sizeof *made; i++) {
        if (strlen(made[i]) == n && memcmp(made[i], name, n) == 0)
            return;
        if (!made[i][0]) {
            memcpy(made[i], name, n);
            return;
        }
    }
}

/* All that lies there is what the program or the test has made. */
static int is_well_known(const char *name) {
    char first[256];
    struct stat about;
    size_t n = first_part(name);
    if (n == 0 || n >= sizeof first)
        return 0;
    memcpy(first, name, n);
    first[n] = '\0';
    if (strcmp(first, "..") == 0)
        return 0;
    for (int i = 0; i < 64; i++)
        if (strcmp(made[i], first) == 0)
            return 1;
    return lstat(first, &about) == 0;
}

/* Where the sandbox has no file for what the test opens for writing, the program gets one that nobody sees. */
static int is_kept_out(const char *name, int flags) {
    if (!(flags & O_CREAT))
        return 0;
    int error = errno, refused = errno == EACCES || errno == EPERM || errno == EROFS;
    int missing = (errno == ENOENT || errno == ENOTDIR) && !is_well_known(name);
    errno = error;
    return refused || missing;
}

/* The flags of open() for a mode of fopen(); -1 for what is none. */
static int flags_of(const char *mode) {
    int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    if (*mode != 'r' && *mode != 'w' && *mode != 'a')
        return -1;
    flags |= *mode == 'w' ? O_CREAT | O_TRUNC : *mode == 'a' ? O_CREAT | O_APPEND : 0;
    return flags | (strchr(mode, 'x') && *mode != 'r' ? O_EXCL : 0);
}

/* What the test says of a file: missing (1), there (0), or nothing (-1). */
static int *decision_of(const char *name) {
    static struct {
        char input[256];
        int decision;
    } known[64];
    char input[256];
    snprintf(input, sizeof input, "exists:%s", name);
    for (int i = 0; i < 64; i++) {
        if (known[i].input[0] == '\0') {
            strcpy(known[i].input, input);
            int exists = secateur_replay_decision(input);
            known[i].decision = exists < 0 ? -1 : !exists;
            return &known[i].decision;
        }
        if (strcmp(known[i].input, input) == 0)
            return &known[i].decision;
    }
    secateur_replay_stop("more than 64 files that are there or not", 1);
}

int secateur_replay_is_missing(const char *name) { return *decision_of(name); }

/* The name as the models have it: without the folder the program ran in, which is not the one it runs in now. */
const char *secateur_replay_name(const char *name) {
    const char *folder = getenv("SECATEUR_REPLAY_ORIGIN");
    size_t length = folder ? strlen(folder) : 0;
    TOUCH(name);
    while (name[0] == '.' && name[1] == '/' && name[2 + strspn(name + 2, "/")])
        name += 2 + strspn(name + 2, "/");
    if (length == 0 || strncmp(name, folder, length) != 0 || name[length] != '/')
        return name;
    const char *inside = name + length + strspn(name + length, "/");
    return *inside ? inside : name;
}

/* Nobody asks whether a device can be opened. */
static int is_device(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 && !S_ISREG(about.st_mode);
}

/* A descriptor, or -1 as in the test or as the system has it. */
static int opened(const char *given, int flags, int permissions) {
    const char *name = secateur_replay_name(given);
    int file = secateur_replay_file(name);
    if (file < 0 && !(flags & O_CREAT)) {
        switch (secateur_replay_is_missing(name)) {
        case 0:
            /* It is there, and nothing was read from it. */
            file = access(name, F_OK) == 0 ? -1 : nameless_file();
            break;
        case 1:
            /* The program may have made it since. */
            if (access(name, F_OK) == 0)
                break;
            errno = ENOENT;
            return -1;
        }
    }
    int writes = (flags & (O_CREAT | O_WRONLY | O_RDWR)) != 0;
    int exists = file >= 0 || access(name, F_OK) == 0;
    int error = 0;
    if (writes && !is_device(name) && !(exists ? (flags & O_CREAT) && (flags & O_EXCL) : !(flags & O_CREAT)))
        error = secateur_replay_failure("open");
    if (error || (flags & O_TRUNC)) {
        if (file >= 0)
            close(file);
        file = -1;
    }
    if (error) {
        errno = error;
        return -1;
    }
    if (file < 0)
        file = open(name, flags, permissions);
    return file < 0 && is_kept_out(name, flags) ? nameless_file() : file;
}

/* Streams that lead to files, and whether written data waits in them. */
static struct {
    FILE *stream;
    int unflushed;
} files[64];

static int *unflushed_in(FILE *stream) {
    for (int i = 0; i < 64; i++)
        if (files[i].stream == stream)
            return &files[i].unflushed;
    return NULL;
}

static FILE *remember(FILE *stream) {
    struct stat about;
    int file = stream ? fileno(stream) : -1;
    if (file < 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || unflushed_in(stream))
        return stream;
    for (int i = 0; i < 64; i++)
        if (!files[i].stream) {
            files[i].stream = stream;
            files[i].unflushed = 0;
            break;
        }
    return stream;
}

static void forget(FILE *stream) {
    for (int i = 0; i < 64; i++)
        if (files[i].stream == stream)
            files[i].stream = NULL;
}

static int write_fails(void) {
    static int asked, disk_error;
    if (!disk_error && asked < MOST) {
        asked++;
        disk_error = secateur_replay_failure("write");
    }
    if (disk_error)
        errno = disk_error;
    return disk_error != 0;
}

/* The error of a stream, in glibc's structure. */
static void mark_failed(FILE *stream) { stream->_flags |= 0x20; }

/* Before something is written: whether that fails. */
static int output_fails(FILE *stream) {
    look_at_stream(stream);
    int *unflushed = unflushed_in(stream);
    if (!unflushed)
        return 0;
    if (write_fails()) {
        mark_failed(stream);
        return 1;
    }
    *unflushed = 1;
    return 0;
}

/* Before written data is to reach its file: whether that fails. It is lost then. */
static int flush_fails(FILE *stream) {
    int *unflushed = unflushed_in(stream);
    if (!unflushed || !*unflushed)
        return 0;
    *unflushed = 0;
    if (!write_fails())
        return 0;
    __fpurge(stream);
    mark_failed(stream);
    return 1;
}

FILE *__wrap_fopen(const char *name, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    int file = opened(name, flags, 0666);
    return file < 0 ? NULL : remember(fdopen(file, mode));
}

FILE *__wrap_fopen64(const char *name, const char *mode) { return __wrap_fopen(name, mode); }

FILE *__wrap_fdopen(int descriptor, const char *mode) { return remember(fdopen(descriptor, mode)); }

FILE *__wrap_tmpfile(void) {
    int error = secateur_replay_failure("open");
    if (error) {
        errno = error;
        return NULL;
    }
    int file = nameless_file();
    return file < 0 ? NULL : remember(fdopen(file, "w+"));
}

FILE *__wrap_freopen(const char *name, const char *mode, FILE *stream) {
    look_at_stream(stream);
    int flags = mode ? flags_of(mode) : -1;
    if (!name || flags < 0)
        return freopen(name, mode, stream);
    flush_fails(stream);
    forget(stream);
    int file = opened(name, flags, 0666);
    if (file < 0) {
        int error = errno;
        fclose(stream);
        errno = error;
        return NULL;
    }
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    FILE *again = freopen(path, mode, stream);
    close(file);
    return remember(again);
}

int __wrap_fclose(FILE *stream) {
    look_at_stream(stream);
    int failed = flush_fails(stream), error = errno;
    int *closed = standard_closed(stream);
    if (closed)
        *closed = 1;
    forget(stream);
    int result = fclose(stream);
    if (failed)
        errno = error;
    return failed ? EOF : result;
}

int __wrap_fflush(FILE *stream) {
    int failed = 0;
    if (stream) {
        look_at_stream(stream);
        failed = flush_fails(stream);
    } else {
        for (int i = 0; i < 64; i++)
            failed |= files[i].stream && flush_fails(files[i].stream);
    }
    return failed ? EOF : fflush(stream);
}

size_t __wrap_fwrite(const void *from, size_t size, size_t n, FILE *stream) {
    look_at_stream(stream);
    return size && n && output_fails(stream) ? 0 : fwrite(from, size, n, stream);
}

int __wrap_fputs(const char *text, FILE *stream) {
    look_at_stream(stream);
    return *text && output_fails(stream) ? EOF : fputs(text, stream);
}

int __wrap_fputc(int byte, FILE *stream) { return output_fails(stream) ? EOF : fputc(byte, stream); }
int __wrap_putc(int byte, FILE *stream) { return output_fails(stream) ? EOF : fputc(byte, stream); }

int __wrap_vfprintf(FILE *stream, const char *format, va_list arguments) {
    return output_fails(stream) ? -1 : vfprintf(stream, format, arguments);
}

int __wrap_fprintf(FILE *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap_vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

/* What the same is called without locks and under _FORTIFY_SOURCE. */
size_t __wrap_fwrite_unlocked(const void *from, size_t size, size_t n, FILE *stream) { return __wrap_fwrite(from, size, n, stream); }
int __wrap_fputs_unlocked(const char *text, FILE *stream) { return __wrap_fputs(text, stream); }
int __wrap_fputc_unlocked(int byte, FILE *stream) { return __wrap_fputc(byte, stream); }
int __wrap_putc_unlocked(int byte, FILE *stream) { return __wrap_fputc(byte, stream); }
int __wrap_fflush_unlocked(FILE *stream) { return __wrap_fflush(stream); }
int __wrap___vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
    return (void)flag, __wrap_vfprintf(stream, format, arguments);
}
int __wrap___fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = __wrap___vfprintf_chk(stream, flag, format, arguments);
    va_end(arguments);
    return length;
}

int __wrap_fseek(FILE *stream, long offset, int from) {
    look_at_stream(stream);
    return flush_fails(stream) ? -1 : fseek(stream, offset, from);
}

void __wrap_rewind(FILE *stream) {
    look_at_stream(stream);
    flush_fails(stream);
    rewind(stream);
}

int __wrap_fgetc(FILE *stream) { return look_at_stream(stream), fgetc(stream); }
int __wrap_getc(FILE *stream) { return look_at_stream(stream), fgetc(stream); }
int __wrap_ungetc(int byte, FILE *stream) { return look_at_stream(stream), ungetc(byte, stream); }
size_t __wrap_fread(void *to, size_t size, size_t n, FILE *stream) { return look_at_stream(stream), fread(to, size, n, stream); }
long __wrap_ftell(FILE *stream) { return look_at_stream(stream), ftell(stream); }
int __wrap_feof(FILE *stream) { return look_at_stream(stream), feof(stream); }
int __wrap_ferror(FILE *stream) { return look_at_stream(stream), ferror(stream); }
void __wrap_clearerr(FILE *stream) { look_at_stream(stream), clearerr(stream); }
int __wrap_fileno(FILE *stream) { return look_at_stream(stream), fileno(stream); }

ssize_t __wrap_getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    if (line && size && (!*line || !*size) && secateur_replay_refuses_memory())
        return -1;
    return look_at_stream(stream), getdelim(line, size, delimiter, stream);
}
ssize_t __wrap___getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    return __wrap_getdelim(line, size, delimiter, stream);
}
ssize_t __wrap_getline(char **line, size_t *size, FILE *stream) { return __wrap_getdelim(line, size, '\n', stream); }

/* Descriptors. */
static int is_file(int descriptor) {
    struct stat about;
    return descriptor > 2 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
}

int __wrap_creat(const char *name, mode_t permissions) {
    return opened(name, O_CREAT | O_WRONLY | O_TRUNC, (int)permissions);
}

int __wrap_open(const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int permissions = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return opened(name, flags, permissions);
}

int __wrap_open64(const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int permissions = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return opened(name, flags, permissions);
}

ssize_t __wrap_read(int descriptor, void *to, size_t n) {
    static int asked;
    int access_mode = fcntl(descriptor, F_GETFL);
    int error = 0;
    if (access_mode >= 0 && (access_mode & O_ACCMODE) != O_WRONLY && asked < MOST) {
        asked++;
        error = secateur_replay_failure("read");
    }
    if (error) {
        errno = error;
        return -1;
    }
    return read(descriptor, to, n);
}

ssize_t __wrap_write(int descriptor, const void *from, size_t n) {
    return n && is_file(descriptor) && write_fails() ? -1 : write(descriptor, from, n);
}

/* Several blocks are as many reads or writes to the models. */
ssize_t __wrap_readv(int descriptor, const struct iovec *blocks, int count) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t one = __wrap_read(descriptor, blocks[i].iov_base, blocks[i].iov_len);
        if (one < 0)
            return total > 0 ? total : one;
        total += one;
        if ((size_t)one < blocks[i].iov_len)
            break;
    }
    return total;
}

ssize_t __wrap_writev(int descriptor, const struct iovec *blocks, int count) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t one = __wrap_write(descriptor, blocks[i].iov_base, blocks[i].iov_len);
        if (one < 0)
            return total > 0 ? total : one;
        total += one;
    }
    return total;
}

ssize_t __wrap_pread(int descriptor, void *to, size_t n, off_t offset) {
    off_t before = lseek(descriptor, 0, SEEK_CUR);
    if (before < 0 || lseek(descriptor, offset, SEEK_SET) < 0)
        return -1;
    ssize_t count = __wrap_read(descriptor, to, n);
    int error = errno;
    lseek(descriptor, before, SEEK_SET);
    errno = error;
    return count;
}

ssize_t __wrap_pwrite(int descriptor, const void *from, size_t n, off_t offset) {
    off_t before = lseek(descriptor, 0, SEEK_CUR);
    if (before < 0 || lseek(descriptor, offset, SEEK_SET) < 0)
        return -1;
    ssize_t count = __wrap_write(descriptor, from, n);
    int error = errno;
    lseek(descriptor, before, SEEK_SET);
    errno = error;
    return count;
}

/* A read and a write, where it would work at all. */
ssize_t __wrap_copy_file_range(int from, off_t *from_at, int to, off_t *to_at, size_t n, unsigned flags) {
    struct stat source, target;
    int access_mode = fcntl(to, F_GETFL);
    if (from_at || to_at || flags || fstat(from, &source) != 0 || fstat(to, &target) != 0 || !S_ISREG(source.st_mode) ||
        !S_ISREG(target.st_mode) || access_mode < 0 || (access_mode & O_APPEND) || (access_mode & O_ACCMODE) == O_RDONLY)
        return copy_file_range(from, from_at, to, to_at, n, flags);
    off_t here = lseek(from, 0, SEEK_CUR);
    size_t left = here < source.st_size ? (size_t)(source.st_size - here) : 0;
    n = n < left ? n : left;
    if (n == 0)
        return 0;
    char *copy = malloc(n);
    ssize_t count = copy ? __wrap_read(from, copy, n) : -1;
    if (count > 0)
        count = __wrap_write(to, copy, (size_t)count);
    free(copy);
    return count;
}

int __wrap_fsync(int descriptor) { return is_file(descriptor) && write_fails() ? -1 : fsync(descriptor); }
int __wrap_ftruncate(int descriptor, off_t size) {
    return size >= 0 && is_file(descriptor) && write_fails() ? -1 : ftruncate(descriptor, size);
}

/* A change of what is there, be it in the test only. */
int secateur_replay_change_fails(const char *name) {
    int error = access(name, F_OK) == 0 || secateur_replay_is_missing(name) == 0 ? secateur_replay_failure("change") : 0;
    if (error)
        errno = error;
    return error != 0;
}

/* A file that the test has said is there is gone. */
void secateur_replay_is_gone(const char *name) {
    int *missing = decision_of(name);
    if (*missing == 0)
        *missing = 1;
}
