// strtol on symbolic text: value, end and errno.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    text[3] = '\0';
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    assert(value > -100 && value < 1000);
    assert(errno == 0);
    assert(end >= text && end <= text + 3);
    if (value != 0)
        assert(end > text && end[-1] >= '0' && end[-1] <= '9');
    return 0;
}
