// Conversions between encodings: lengths, errors and where they stop.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>
void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    unsigned char text[2], to[4];
    klee_make_symbolic(text, sizeof text, "text");
    iconv_t utf8 = iconv_open("UTF-8", "ISO-8859-1"), wide = iconv_open("UTF-16BE", "UTF-8");
    char *from = (char *)text, *out = (char *)to;
    size_t left = sizeof text, room = sizeof to;
    assert(iconv(utf8, &from, &left, &out, &room) == 0 && left == 0);
    assert(room == (size_t)(4 - (text[0] < 128 ? 1 : 2) - (text[1] < 128 ? 1 : 2)));

    /* And what was made is read again. */
    unsigned char both[4];
    from = (char *)to, left = sizeof to - room, out = (char *)both, room = sizeof both;
    assert(iconv(wide, &from, &left, &out, &room) == 0);
    assert(both[0] == 0 && both[1] == text[0] && both[2] == 0 && both[3] == text[1]);

    from = "\xe2\x82", left = 2, out = (char *)both, room = sizeof both;
    assert(iconv(wide, &from, &left, &out, &room) == (size_t)-1 && errno == EINVAL && left == 2);
    from = "a\xff", left = 2, out = (char *)both, room = sizeof both;
    assert(iconv(wide, &from, &left, &out, &room) == (size_t)-1 && errno == EILSEQ && left == 1 && room == 2);
    from = "abc", left = 3, out = (char *)both, room = sizeof both;
    assert(iconv(wide, &from, &left, &out, &room) == (size_t)-1 && errno == E2BIG && left == 1);
    iconv_close(utf8), iconv_close(wide);
    return 0;
}
