// A path for each length of symbolic text, and none for each character of a comparison.
// VERDICT: unsafe
// PATHS: 9
#include <assert.h>
#include <string.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[9];
    klee_make_symbolic(text, sizeof text, "text");
    text[8] = '\0';
    if (strlen(text) == 5)
        return 1;
    if (strcmp(text, "secateur") == 0)
        assert(0);  // BUG: assertion-failure
    return 0;
}
