// A text that says no time gives NULL.
// VERDICT: unsafe
#define _GNU_SOURCE
#include <time.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    struct tm tm = {0};
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    text[2] = 0;
    char *end = strptime(text, "%M", &tm);
    return *end;  // BUG: null-dereference
}
