/* Nested lists in brackets on six symbolic bytes, read by recursive descent into a checksum that keeps order and depth:
 * two texts that parse differently end with different sums. */
#include <assert.h>
#include <klee/klee.h>

static unsigned sum = 1;

static const char *item(const char *at, int depth);

static const char *list(const char *at, char close, int depth) {
    while (*at && *at != close) {
        at = item(at, depth + 1);
        if (!at)
            return 0;
        if (*at == ',')
            at++;
    }
    return *at == close ? at + 1 : 0;
}

static const char *item(const char *at, int depth) {
    sum = sum * 7 + (unsigned)depth;
    if (*at == '(')
        return list(at + 1, ')', depth);
    if (*at == '[')
        return list(at + 1, ']', depth);
    if (*at >= 'a' && *at <= 'f') {
        sum = sum * 7 + 3;
        return at + 1;
    }
    if (*at >= '0' && *at <= '9') {
        while (*at >= '0' && *at <= '9') {
            sum = sum * 7 + 5;
            at++;
        }
        return at;
    }
    return 0;
}

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    const char *end = item(text, 0);
    assert(!end || sum != 0xdeadbeef);
    return 0;
}
