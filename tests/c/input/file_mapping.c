// A file that is mapped into memory: private as a copy, shared as the file itself, with zeros up to the end of its last page.
// VERDICT: safe
// OPTIONS: --sym-files 1 3 --failures none
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    int file = open("A", O_RDWR);
    char *text = mmap(NULL, 3, PROT_READ, MAP_PRIVATE, file, 0), byte = 'x';
    assert(text != MAP_FAILED);
    char first = text[0];
    assert(text[3] == 0 && text[4095] == 0);
    assert(madvise(text, 3, MADV_SEQUENTIAL) == 0 && munmap(text, 3) == 0);

    char *own = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    own[0]++;
    assert(munmap(own, 3) == 0 && pread(file, &byte, 1, 0) == 1 && byte == first);

    char *shared = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    shared[1] = 'y';
    assert(msync(shared, 3, MS_SYNC) == 0 && munmap(shared, 3) == 0);
    file = open("A", O_RDONLY);
    char read_again[4];
    assert(read(file, read_again, 4) == 3 && read_again[0] == first && read_again[1] == 'y');

    assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED && errno == EINVAL);
    assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 1) == MAP_FAILED && errno == EINVAL);
    assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, 50, 0) == MAP_FAILED && errno == EBADF);
    int folder = open(".", O_RDONLY);
    assert(mmap(NULL, 1, PROT_READ, MAP_PRIVATE, folder, 0) == MAP_FAILED && errno == ENODEV);
    return 0;
}
