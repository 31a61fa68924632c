// FIONREAD says how much waits to be read of a file or a pipe.
// OPTIONS: --sym-stdin 4 --sym-files 1 3 --failures none
// VERDICT: safe
#include <assert.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
    int count = -1;
    char bytes[8];
    int file = open("A", O_RDONLY);
    if (file >= 0) {
        assert(ioctl(file, FIONREAD, &count) == 0 && count == 3);
        assert(read(file, bytes, 2) == 2);
        assert(ioctl(file, FIONREAD, &count) == 0 && count == 1);
    }
    assert(ioctl(0, FIONREAD, &count) == 0 && count == 4);
    assert(read(0, bytes, 8) == 4);
    assert(ioctl(0, FIONREAD, &count) == 0 && count == 0);
    int null = open("/dev/null", O_RDONLY);
    assert(null < 0 || ioctl(null, FIONREAD, &count) == -1);
    return 0;
}
