/* musl's printf: a conversion with flags, width and precision of the input's choice, of a number or a text. */
#include "stdio_impl.h"
#include <stdarg.h>
#include <string.h>

size_t __fwritex(const unsigned char *text, size_t size, FILE *file) {
    size_t room = (size_t)(file->wend - file->wpos);
    memcpy(file->wpos, text, size < room ? size : room);
    file->wpos += size < room ? size : room;
    return size;
}

static int print(char *out, size_t size, const char *format, ...) {
    FILE file = {0};
    va_list list;
    file.buf = file.wbase = file.wpos = (unsigned char *)out;
    file.wend = file.wpos + size;
    file.buf_size = size;
    va_start(list, format);
    int length = vfprintf(&file, format, list);
    va_end(list);
    return length;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char format[16] = "a%", out[256];
    size_t at = 2;
    double real;
    long whole;
    if (size < 12)
        return 0;
    memcpy(&real, data, sizeof real);
    memcpy(&whole, data, sizeof whole);
    for (int flag = 0; flag < 5; flag++)
        if (data[8] >> flag & 1)
            format[at++] = "#0- +"[flag];
    if (data[9] < 200)
        format[at++] = (char)('1' + data[9] % 9), format[at++] = (char)('0' + data[9] % 10);
    if (data[10] < 200)
        format[at++] = '.', format[at++] = (char)('0' + data[10] % 10);
    char last = (char)data[11];
    if (last && strchr("eEfFgGaA", last)) {
        format[at] = last;
        print(out, sizeof out, format, real);
    } else if (last && strchr("diouxXc", last)) {
        int is_long = last != 'c' && data[8] & 32;
        if (is_long)
            format[at++] = 'l';
        format[at] = last;
        if (is_long)
            print(out, sizeof out, format, whole);
        else
            print(out, sizeof out, format, (int)whole);
    } else if (last == 's') {
        memcpy(out, data + 12, size - 12 < 16 ? size - 12 : 16);
        out[size - 12 < 16 ? size - 12 : 16] = 0;
        char text[17];
        strcpy(text, out);
        format[at] = 's';
        print(out, sizeof out, format, text);
    } else if (last == 'p') {
        format[at] = 'p';
        print(out, sizeof out, format, (void *)whole);
    } else {
        print(out, sizeof out, last == '%' ? "%2$*1$d%%" : "%hhd %hd", 7, 9);
    }
    return 0;
}
