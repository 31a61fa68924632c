// strtol on symbolic text: value, end and errno.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[5];
    klee_make_symbolic(text, sizeof text, "text");
    text[4] = '\0';
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    assert(value > -1000 && value < 10000);
    assert(errno == 0);
    assert(end >= text && end <= text + 4);
    if (value != 0)
        assert(end > text && end[-1] >= '0' && end[-1] <= '9');
    return 0;
}
