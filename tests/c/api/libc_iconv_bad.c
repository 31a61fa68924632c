// A byte of Latin 1 may need two of UTF-8, and who says that there is room for them is believed.
// VERDICT: unsafe
#include <iconv.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[2], to[3];
    klee_make_symbolic(text, sizeof text, "text");
    iconv_t utf8 = iconv_open("UTF-8", "LATIN1");
    char *from = text, *out = to;
    size_t left = sizeof text, room = 2 * sizeof text;
    iconv(utf8, &from, &left, &out, &room);  // BUG: out-of-bounds-write
    iconv_close(utf8);
    return 0;
}
