// Devices, folders, and what is known of a descriptor.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char bytes[4] = "abc";
    struct stat about;
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC), zero = open("/dev/zero", O_RDONLY);
    assert(nothing == 3 && zero == 4);
    assert(write(nothing, bytes, 4) == 4 && lseek(nothing, 2, SEEK_SET) == 0);
    assert(fcntl(nothing, F_GETFD) == FD_CLOEXEC && fcntl(zero, F_GETFD) == 0);
    assert(fcntl(zero, F_SETFD, FD_CLOEXEC) == 0 && fcntl(zero, F_GETFD) == FD_CLOEXEC);
    assert(fstat(nothing, &about) == 0 && S_ISCHR(about.st_mode));
    long count = read(zero, bytes, sizeof bytes);
    assert(count < 0 || (count == 4 && memcmp(bytes, "\0\0\0\0", 4) == 0));
    close(nothing);
    assert(dup(zero) == 3 && fcntl(3, F_GETFD) == 0 && fcntl(0, F_DUPFD, 10) == 10);
    int here = open(".", O_RDONLY | O_DIRECTORY);
    assert(here == 5 && fstat(here, &about) == 0 && S_ISDIR(about.st_mode));
    assert(read(here, bytes, 1) == -1);
    assert(open(".", O_WRONLY) == -1 && errno == EISDIR);
    assert(open("/dev/null", O_RDONLY | O_DIRECTORY) == -1 && errno == ENOTDIR);
    return 0;
}
