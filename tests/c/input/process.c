// Who runs the program, from where, and whether an unknown file is there is not for us to choose.
// VERDICT: unsafe
#include <assert.h>
#include <unistd.h>

int main(void) {
    if (access("no/such/file", F_OK) == 0)
        return 1;
    if (isatty(0))
        return 2;
    assert(getuid() != 0 || getpid() != 77);  // BUG: assertion-failure
    return 0;
}
