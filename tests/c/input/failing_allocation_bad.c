// With failing allocations each may be refused, alone or with others.
// VERDICT: unsafe
// OPTIONS: --failures memory
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *first = malloc(8);
    if (first == NULL) {
        assert(errno == ENOMEM);
        char *smaller = malloc(2);
        smaller[0] = 1; // BUG: null-dereference
        return 0;
    }
    char *copy = strdup("abc");
    copy[0] = 'x'; // BUG: null-dereference
    char *larger = realloc(first, 16);
    // The old block is still there.
    if (larger == NULL)
        free(first);
    else
        free(larger);
    char *text;
    int length = asprintf(&text, "%d", 12);
    assert(length == 2); // BUG: assertion-failure
    void *aligned;
    assert(posix_memalign(&aligned, 64, 8) == 0); // BUG: assertion-failure
    return 0;
}
