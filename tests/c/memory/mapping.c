// Memory by mmap: whole pages, all zero, that nobody has to give back.
// VERDICT: safe
// OPTIONS: --checks +memory-leak
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    unsigned short at;
    klee_make_symbolic(&at, sizeof at, "at");
    char *pages = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages != MAP_FAILED && ((uintptr_t)pages & 4095) == 0);
    if (at < 8192) {
        assert(pages[at] == 0);
        pages[at] = 1;
    }
    assert(munmap(pages, 5000) == 0);
    assert(mmap(0, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
    return mmap(0, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}
