// Checks and prints a JSON text read from standard input.
// INPUT: stdin
// BUG: the escape for a character above U+FFFF takes four bytes where room for three was asked for.
// SHOWS: put_utf8
// CRASH: "aaaaaaaaa\\ud800\\udc00"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 12, DEPTH = 16 };

static int look;

static void next(void) { look = getchar(); }

static void fail(const char *what) {
    printf("error: %s\n", what);
    exit(1);
}

static void space(void) {
    while (look == ' ' || look == '\n' || look == '\t' || look == '\r')
        next();
}

static unsigned hex4(void) {
    unsigned value = 0;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit(look))
            fail("four hexadecimal digits expected");
        unsigned digit = isdigit(look) ? (unsigned)(look - '0') : (unsigned)(tolower(look) - 'a' + 10);
        value = value << 4 | digit;
        next();
    }
    return value;
}

static char *put_utf8(char *to, unsigned c) {
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
        *to++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *to++ = (char)(0xe0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    } else {
        *to++ = (char)(0xf0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 63));
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

static void string(void) {
    char *text = malloc(TEXT);
    if (text == NULL)
        exit(1);
    char *to = text;
    next();
    while (look != '"') {
#ifdef FIXED
        if (to + 4 > text + TEXT)
#else
        if (to + 3 > text + TEXT)
#endif
            fail("string too long");
        if (look == EOF || look < ' ')
            fail("string not closed");
        if (look != '\\') {
            *to++ = (char)look;
            next();
            continue;
        }
        next();
        if (look == 'u') {
            next();
            unsigned c = hex4();
            if (c >= 0xd800 && c < 0xdc00) {
                if (look != '\\')
                    fail("second half expected");
                next();
                if (look != 'u')
                    fail("second half expected");
                next();
                unsigned low = hex4();
                if (low < 0xdc00 || low > 0xdfff)
                    fail("not a second half");
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            }
            to = put_utf8(to, c);
        } else {
            if (look == EOF || strchr("\"\\/bfnrt", look) == NULL)
                fail("unknown escape");
            *to++ = (char)look;
            next();
        }
    }
    next();
    fwrite(text, 1, (size_t)(to - text), stdout);
    free(text);
}

static void value(int depth) {
    if (depth > DEPTH)
        fail("nested too deeply");
    space();
    if (look == '"') {
        string();
    } else if (look == '[' || look == '{') {
        int close = look == '[' ? ']' : '}', object = look == '{';
        next();
        space();
        while (look != close) {
            if (object) {
                if (look != '"')
                    fail("key expected");
                string();
                space();
                if (look != ':')
                    fail("':' expected");
                next();
            }
            value(depth + 1);
            space();
            if (look == ',') {
                next();
                space();
            } else if (look != close) {
                fail("',' expected");
            }
        }
        next();
    } else if (look == '-' || isdigit(look)) {
        do
            next();
        while (isdigit(look) || look == '.' || look == 'e' || look == 'E' || look == '+' || look == '-');
    } else {
        const char *word = look == 't' ? "true" : look == 'f' ? "false" : "null";
        for (; *word != 0; word++) {
            if (look != *word)
                fail("value expected");
            next();
        }
    }
}

int main(void) {
    next();
    value(0);
    space();
    if (look != EOF)
        fail("something is left over");
    return 0;
}
