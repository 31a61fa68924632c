// Behind the last page there is nothing, and what was given back is gone.
// VERDICT: unsafe
#define _GNU_SOURCE
#include <sys/mman.h>
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
    char which;
    klee_make_symbolic(&which, 1, "which");
    char *pages = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (which)
        return pages[8192];  // BUG: out-of-bounds-read
    munmap(pages, 8192);
    return pages[0];  // BUG: use-after-free
}
