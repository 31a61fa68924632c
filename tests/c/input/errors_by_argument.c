// Errors that follow from the arguments are certain, whatever else may fail.
// VERDICT: safe
// OPTIONS: --failures none
// PATHS: 1
// LEVELS: none light
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FAILS(call, error) (errno = 0, assert((call) && errno == (error)))

int main(void) {
    struct timespec now, bad = {0, 1000000000}, negative = {-1, 0};
    char byte;
    FAILS(clock_gettime(999, &now) == -1, EINVAL);
    FAILS(clock_getres(999, &now) == -1, EINVAL);
    FAILS(nanosleep(&bad, NULL) == -1, EINVAL);
    FAILS(nanosleep(&negative, NULL) == -1, EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL) == EINVAL);
    FAILS(fopen("x", "q") == NULL, EINVAL);
    FAILS(read(42, &byte, 1) == -1, EBADF);
    FAILS(write(42, &byte, 1) == -1, EBADF);
    FAILS(close(42) == -1, EBADF);
    FAILS(lseek(42, 0, SEEK_SET) == -1, EBADF);
    FAILS(dup(42) == -1, EBADF);
    FAILS(fcntl(42, F_GETFD) == -1, EBADF);
    FAILS(fdopen(42, "r") == NULL, EBADF);
    int file = open("x", O_RDWR | O_CREAT, 0600);
    assert(file >= 3);
    FAILS(lseek(file, 0, 77) == -1, EINVAL);
    FAILS(lseek(file, -1, SEEK_SET) == -1, EINVAL);
    FAILS(ftruncate(file, -1) == -1, EINVAL);
    FAILS(fdopen(file, "z") == NULL, EINVAL);
    FAILS(open("x", O_CREAT | O_EXCL | O_WRONLY, 0600) == -1, EEXIST);
    FAILS(setenv("a=b", "c", 1) == -1, EINVAL);
    FAILS(unsetenv("") == -1, EINVAL);
    FAILS(signal(99, SIG_IGN) == SIG_ERR, EINVAL);
    FAILS(signal(SIGKILL, SIG_IGN) == SIG_ERR, EINVAL);
    FAILS(access("x", 99) == -1, EINVAL);
    assert(calloc((size_t)-1, 2) == NULL);
    volatile double zero = 0, negative_number = -1;
    FAILS(sqrt(negative_number) != 0, EDOM);
    FAILS(log(zero) < 0, ERANGE);
    FAILS(acos(negative_number - 1) != 0, EDOM);
    assert(strcmp(strerror(ENOTEMPTY), "Directory not empty") == 0);
    assert(strcmp(strerror(12345), "Unknown error 12345") == 0);
    void *block;
    assert(posix_memalign(&block, 3, 8) == EINVAL);
    return 0;
}
