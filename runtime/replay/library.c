/* What the environment gives a program beyond its annotated inputs: random numbers, the time, what is known of files.
 *
 * The program's calls of X are sent to __wrap_X, unless it has an X of its own.
 * Standard input, arguments and environment variables are given to the process from outside.
 */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <fcntl.h>
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

long __wrap_lrand48(void) { unsigned bits; secateur_replay_input("lrand48", &bits, 4); return bits; }
long __wrap_mrand48(void) { int bits; secateur_replay_input("mrand48", &bits, 4); return bits; }

/* The same seed gives the same numbers again, and the test has them once. */
static struct sequence {
    unsigned seed, count, room;
    unsigned *numbers;
    struct sequence *next;
} *sequences, *current;
static unsigned position;

void __wrap_srand(unsigned seed) {
    position = 0;
    for (current = sequences; current; current = current->next)
        if (current->seed == seed)
            return;
    current = calloc(1, sizeof *current);
    if (!current)
        secateur_replay_stop("out of memory", 1);
    current->seed = seed;
    current->next = sequences;
    sequences = current;
}

void __wrap_srandom(unsigned seed) { __wrap_srand(seed); }

static unsigned next_number(const char *name) {
    unsigned number = 0;
    if (current && position < current->count)
        return current->numbers[position++];
    secateur_replay_input(name, &number, sizeof number);
    if (current && current->count == current->room) {
        current->room = 2 * current->room + 16;
        current->numbers = realloc(current->numbers, current->room * sizeof number);
        if (!current->numbers)
            secateur_replay_stop("out of memory", 1);
    }
    if (current)
        current->numbers[current->count++] = number, position++;
    return number;
}

int __wrap_rand(void) { return (int)next_number("rand"); }
long __wrap_random(void) { return next_number("random"); }
uint32_t __wrap_arc4random(void) { SCALAR(uint32_t, arc4random) }
uint32_t __wrap_arc4random_uniform(uint32_t bound) {
    if (bound < 2)
        return 0;
    SCALAR(uint32_t, arc4random_uniform)
}

static void random_bytes(void *to, size_t n) {
    for (size_t i = 0; i < n; i++)
        secateur_replay_input("random byte", (char *)to + i, 1);
}

ssize_t __wrap_getrandom(void *to, size_t n, unsigned flags) {
    if (flags & ~7u) {
        errno = EINVAL;
        return -1;
    }
    random_bytes(to, n);
    return (ssize_t)n;
}

int __wrap_getentropy(void *to, size_t n) {
    if (n > 256) {
        errno = EIO;
        return -1;
    }
    random_bytes(to, n);
    return 0;
}

void __wrap_arc4random_buf(void *to, size_t n) { random_bytes(to, n); }
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
    if (clock < 0 || clock == 10 || clock > 11) {
        errno = EINVAL;
        return -1;
    }
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

/* Whether the test says that a file is there which neither the test nor the machine has; the error is that of the machine else. */
static int may_exist(const char *name) {
    int error = errno, exists = secateur_replay_is_missing(name) == 0;
    errno = error;
    return exists;
}

int __wrap_access(const char *given, int mode) {
    const char *name = secateur_replay_name(given);
    if (mode & ~(R_OK | W_OK | X_OK)) {
        errno = EINVAL;
        return -1;
    }
    int file = secateur_replay_file(name);
    if (file >= 0)
        return close(file);
    return access(name, mode) == 0 || may_exist(name) ? 0 : -1;
}

static int status(const char *given, struct stat *to, int follows) {
    const char *name = secateur_replay_name(given);
    int file = secateur_replay_file(name);
    if (file >= 0) {
        fstat(file, to);
        return close(file);
    }
    if ((follows ? stat : lstat)(name, to) == 0)
        return 0;
    if (!may_exist(name))
        return -1;
    uint32_t size = 0;
    *to = (struct stat){.st_nlink = 1, .st_blksize = 4096};
    secateur_replay_input("file mode", &to->st_mode, 4);
    secateur_replay_input("file size", &size, 4);
    to->st_size = size;
    return 0;
}

int __wrap_stat(const char *name, struct stat *to) { return status(name, to, 1); }
int __wrap_lstat(const char *name, struct stat *to) { return status(name, to, 0); }
int __wrap_stat64(const char *name, struct stat *to) { return __wrap_stat(name, to); }
int __wrap_lstat64(const char *name, struct stat *to) { return __wrap_lstat(name, to); }

const char *secateur_replay_name_in(int folder, const char *name, char whole[8192]) {
    char link[32], here[4096], there[4096];
    struct stat about;
    if (folder == AT_FDCWD || *name == '/')
        return name;
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = fstat(folder, &about) == 0 && S_ISDIR(about.st_mode) ? readlink(link, there, sizeof there - 1) : -1;
    if (length < 0 || !getcwd(here, sizeof here))
        return NULL;
    there[length] = '\0';
    size_t before = strlen(here);
    if (strncmp(there, here, before) == 0 && there[before] == '\0')
        return name;
    if (strncmp(there, here, before) == 0 && there[before] == '/')
        snprintf(whole, 8192, "%s/%s", there + before + 1, name);
    else
        snprintf(whole, 8192, "%s/%s", there, name);
    return whole;
}

int __wrap_fstatat(int folder, const char *given, struct stat *to, int flags) {
    char whole[8192];
    const char *name = *given ? secateur_replay_name_in(folder, given, whole) : NULL;
    return name ? status(name, to, !(flags & AT_SYMLINK_NOFOLLOW)) : fstatat(folder, given, to, flags);
}
int __wrap_fstatat64(int folder, const char *name, struct stat *to, int flags) { return __wrap_fstatat(folder, name, to, flags); }
int __wrap_faccessat(int folder, const char *name, int mode, int flags) {
    char whole[8192];
    const char *path = flags & AT_SYMLINK_NOFOLLOW ? NULL : secateur_replay_name_in(folder, name, whole);
    return path ? __wrap_access(path, mode) : faccessat(folder, name, mode, flags);
}
int __wrap_euidaccess(const char *name, int mode) { return __wrap_access(name, mode); }
int __wrap_eaccess(const char *name, int mode) { return __wrap_access(name, mode); }

int __wrap_openat(int folder, const char *name, int flags, ...) {
    int __wrap_open(const char *name, int flags, ...);
    char whole[8192];
    const char *path = secateur_replay_name_in(folder, name, whole);
    return path ? __wrap_open(path, flags, 0666) : openat(folder, name, flags, 0666);
}

/* Changes of what is known of a file. */
int __wrap_chmod(const char *name, mode_t mode) {
    name = secateur_replay_name(name);
    return secateur_replay_change_fails(name) ? -1 : chmod(name, mode);
}

int __wrap_fchmodat(int folder, const char *name, mode_t mode, int flags) {
    char whole[8192];
    const char *path = flags ? NULL : secateur_replay_name_in(folder, name, whole);
    return path ? __wrap_chmod(path, mode) : fchmodat(folder, name, mode, flags);
}

int __wrap_fchmod(int descriptor, mode_t mode) {
    int error = fcntl(descriptor, F_GETFD) < 0 ? 0 : secateur_replay_failure("change");
    if (error) {
        errno = error;
        return -1;
    }
    return fchmod(descriptor, mode);
}

long __wrap_readlink(const char *name, char *to, size_t room) {
    name = secateur_replay_name(name);
    long length = readlink(name, to, room);
    if (length < 0 && errno == ENOENT && secateur_replay_is_missing(name) == 0)
        errno = EINVAL;
    return length;
}

long __wrap_readlinkat(int folder, const char *name, char *to, size_t room) {
    char whole[8192];
    const char *path = *name ? secateur_replay_name_in(folder, name, whole) : NULL;
    return path ? __wrap_readlink(path, to, room) : readlinkat(folder, name, to, room);
}

/* The folder that the program ran in. */
char *__wrap_getcwd(char *to, size_t room) {
    const char *folder = getenv("SECATEUR_REPLAY_ORIGIN");
    if (!folder || (to && !room))
        return getcwd(to, room);
    size_t size = strlen(folder) + 1;
    if (room < size && (to || room)) {
        errno = ERANGE;
        return NULL;
    }
    if (!to && (secateur_replay_refuses_memory() || !(to = malloc(room ? room : size))))
        return NULL;
    return memcpy(to, folder, size);
}

char *__wrap_get_current_dir_name(void) { return __wrap_getcwd(NULL, 0); }
