// The folder above the program's own is there, whoever asks for it.
// VERDICT: unsafe
// OPTIONS: --failures none
#include <assert.h>
#include <unistd.h>

void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
    char name[3];
    klee_make_symbolic(name, sizeof name, "name");
    name[2] = 0;
    if (name[0] == '.' && name[1] == '.')
        assert(access(name, F_OK) == -1);  // BUG: assertion-failure
    return 0;
}
