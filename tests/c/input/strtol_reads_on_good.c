// What follows a number is read where it ends: a sum of two, with a path for each way its text can be.
// VERDICT: safe
// PATHS: 8
#include <assert.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    if (text[0] < '1' || text[0] > '9' || text[2] < '0' || text[2] > '9' || text[3] != 0)
        return 0;
    char *end;
    long left = strtol(text, &end, 10);
    if (*end != '+')
        return 1;
    long right = strtol(end + 1, &end, 10);
    assert(end == text + 3);
    assert(left + right <= 18);
    return 0;
}
