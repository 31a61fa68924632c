/* What the environment gives a program beyond its annotated inputs: random numbers, the time, files.
 *
 * The program's calls of X are sent to __wrap_X, unless it has an X of its own.
 * Standard input, arguments and environment variables are given to the process from outside. A file whose name the test
 * knows is opened from the test, wherever its name points to; all others are opened as usual.
 */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SCALAR(type, function)                                                                                         \
    type value = 0;                                                                                                    \
    secateur_replay_input(#function, &value, sizeof value);                                                            \
    return value;

int __wrap_rand(void) { SCALAR(int, rand) }
long __wrap_lrand48(void) { unsigned bits; secateur_replay_input("lrand48", &bits, 4); return bits; }
long __wrap_mrand48(void) { int bits; secateur_replay_input("mrand48", &bits, 4); return bits; }
long __wrap_random(void) { unsigned bits; secateur_replay_input("random", &bits, 4); return bits; }
uint32_t __wrap_arc4random(void) { SCALAR(uint32_t, arc4random) }
clock_t __wrap_clock(void) { SCALAR(clock_t, clock) }

int __wrap_rand_r(unsigned *state) {
    secateur_replay_input("rand_r state", state, sizeof *state);
    SCALAR(int, rand_r)
}

double __wrap_drand48(void) {
    uint64_t bits = 0;
    secateur_replay_input("drand48", &bits, sizeof bits);
    return (double)bits / 281474976710656.0;
}

time_t __wrap_time(time_t *to) {
    time_t seconds = 0;
    secateur_replay_input("time", &seconds, sizeof seconds);
    if (to)
        *to = seconds;
    return seconds;
}

int __wrap_gettimeofday(struct timeval *to, void *zone) {
    uint32_t micros = 0;
    time_t seconds = 0;
    (void)zone;
    secateur_replay_input("microseconds", &micros, sizeof micros);
    secateur_replay_input("time", &seconds, sizeof seconds);
    to->tv_sec = seconds;
    to->tv_usec = micros;
    return 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *to) {
    uint32_t nanos = 0;
    time_t seconds = 0;
    (void)clock;
    secateur_replay_input("nanoseconds", &nanos, sizeof nanos);
    secateur_replay_input("time", &seconds, sizeof seconds);
    to->tv_sec = seconds;
    to->tv_nsec = nanos;
    return 0;
}

pid_t __wrap_getpid(void) { SCALAR(pid_t, getpid) }
pid_t __wrap_getppid(void) { SCALAR(pid_t, getppid) }
uid_t __wrap_getuid(void) { SCALAR(uid_t, getuid) }
uid_t __wrap_geteuid(void) { SCALAR(uid_t, geteuid) }
gid_t __wrap_getgid(void) { SCALAR(gid_t, getgid) }
gid_t __wrap_getegid(void) { SCALAR(gid_t, getegid) }

int __wrap_isatty(int descriptor) {
    unsigned char bit = 0;
    (void)descriptor;
    secateur_replay_input("isatty", &bit, 1);
    return bit & 1;
}

int __wrap_system(const char *command) {
    if (!command)
        return 1;
    SCALAR(int, system)
}

/* No sanitizer watches what the library's own functions write. */
char *__wrap_fgets(char *to, int n, FILE *stream) {
    int count = 0, byte = 0;
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

/* Opening a file for writing always succeeds in the engine. Where the sandbox has none for the program, it gets one that
 * nobody sees. */
static int is_kept_out(int flags) {
    return (flags & O_CREAT) && (errno == EACCES || errno == EPERM || errno == EROFS);
}

/* A file of the test as a descriptor, or -1. */
static int file_of_test(const char *name) {
    char input[4096];
    if (!name || snprintf(input, sizeof input, "file:%s", name) >= (int)sizeof input)
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

/* Whether the test says that a file is there which neither the test nor the machine has. */
static int may_exist(void) {
    unsigned char bit = 0;
    secateur_replay_input("file exists", &bit, 1);
    if (!(bit & 1))
        errno = ENOENT;
    return bit & 1;
}

int __wrap_access(const char *name, int mode) {
    int file = file_of_test(name);
    if (file >= 0)
        return close(file);
    return access(name, mode) == 0 || may_exist() ? 0 : -1;
}

int __wrap_stat(const char *name, struct stat *to) {
    int file = file_of_test(name);
    if (file >= 0) {
        fstat(file, to);
        return close(file);
    }
    if (stat(name, to) == 0)
        return 0;
    if (!may_exist())
        return -1;
    uint32_t size = 0;
    *to = (struct stat){.st_nlink = 1, .st_blksize = 4096};
    secateur_replay_input("file mode", &to->st_mode, 4);
    secateur_replay_input("file size", &size, 4);
    to->st_size = size;
    return 0;
}

int __wrap_lstat(const char *name, struct stat *to) { return __wrap_stat(name, to); }
int __wrap_stat64(const char *name, struct stat *to) { return __wrap_stat(name, to); }
int __wrap_lstat64(const char *name, struct stat *to) { return __wrap_stat(name, to); }

FILE *__wrap_fopen(const char *name, const char *mode) {
    int file = mode && mode[0] == 'r' ? file_of_test(name) : -1;
    if (file >= 0)
        return fdopen(file, mode);
    FILE *stream = fopen(name, mode);
    if (!stream && mode && mode[0] != 'r' && is_kept_out(O_CREAT) && (file = nameless_file()) >= 0)
        stream = fdopen(file, mode);
    return stream;
}

FILE *__wrap_fopen64(const char *name, const char *mode) { return __wrap_fopen(name, mode); }

static int opened(const char *name, int flags, int permissions) {
    int file = flags & O_TRUNC ? -1 : file_of_test(name);
    if (file < 0)
        file = open(name, flags, permissions);
    return file < 0 && is_kept_out(flags) ? nameless_file() : file;
}

int __wrap_creat(const char *name, mode_t permissions) {
    return opened(name, O_CREAT | O_WRONLY | O_TRUNC, (int)permissions);
}

FILE *__wrap_freopen(const char *name, const char *mode, FILE *stream) {
    if (name && mode && mode[0] != 'r') {
        int file = open(name, O_WRONLY | O_CREAT, 0666);
        if (file >= 0)
            close(file);
        else if (is_kept_out(O_CREAT))
            name = "/dev/null";
    }
    return freopen(name, mode, stream);
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
