/* What the environment gives a program beyond its annotated inputs: random numbers, the time, what is known of files.
 *
 * The program's calls of X are sent to __wrap_X, unless it has an X of its own.
 * Standard input, arguments and environment variables are given to the process from outside.
 */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <stdint.h>
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

/* Whether the test says that a file is there which neither the test nor the machine has. */
static int may_exist(void) {
    unsigned char bit = 0;
    secateur_replay_input("file exists", &bit, 1);
    if (!(bit & 1))
        errno = ENOENT;
    return bit & 1;
}

int __wrap_access(const char *name, int mode) {
    if (mode & ~(R_OK | W_OK | X_OK)) {
        errno = EINVAL;
        return -1;
    }
    int file = secateur_replay_file(name);
    if (file >= 0)
        return close(file);
    return access(name, mode) == 0 || may_exist() ? 0 : -1;
}

int __wrap_stat(const char *name, struct stat *to) {
    int file = secateur_replay_file(name);
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

