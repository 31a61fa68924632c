// What stat says of a file nobody has is part of the test.
// VERDICT: unsafe
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    struct stat about;
    if (stat("no/such/file", &about) != 0)
        return 1;
    if (!S_ISREG(about.st_mode))
        return 2;
    assert(about.st_size != 4711);  // BUG: assertion-failure
    return 0;
}
