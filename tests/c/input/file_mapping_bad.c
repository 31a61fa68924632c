// What a mapped file holds is an input, and mapping may fail.
// VERDICT: unsafe
// OPTIONS: --sym-files 1 3 --failures memory
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>

int main(void) {
    int file = open("A", O_RDONLY);
    if (file < 0)
        return 0;
    char *text = mmap(0, 3, PROT_READ, MAP_PRIVATE, file, 0);
    assert(text != MAP_FAILED); // BUG: assertion-failure
    assert(text[0] != 'q' || text[2] != 'r'); // BUG: assertion-failure
    return munmap(text, 3);
}
