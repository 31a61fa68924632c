/* Files of stdio.h: opening, closing, positions, state; what is written to one. Nothing of it leaves the program. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#include "stream.h"

void *malloc(size_t size);
void free(void *block);
size_t strlen(const char *s);
/* The text, unless it depends on symbolic values: then -1. */
int __secateur_format(char **text, const char *format, va_list arguments);

static unsigned mode_of(const char *mode) {
    unsigned bits;
    switch (mode[0]) {
    case 'r':
        bits = READ;
        break;
    case 'w':
        bits = WRITE | CREATE | TRUNCATE;
        break;
    case 'a':
        bits = WRITE | CREATE | APPEND;
        break;
    default:
        return 0;
    }
    for (mode++; *mode != 0; mode++) {
        if (*mode == '+')
            bits |= READ | WRITE;
        else if (*mode == 'x')
            bits |= EXCLUSIVE;
    }
    return bits;
}

struct stream *fopen(const char *name, const char *mode) {
    unsigned bits = mode_of(mode);
    if (bits == 0) {
        errno = EINVAL;
        return NULL;
    }
    return __secateur_open(name, bits);
}

struct stream *fopen64(const char *name, const char *mode) { return fopen(name, mode); }

int fclose(struct stream *stream) { return __secateur_close(stream) == 0 ? 0 : END_OF_FILE; }

struct stream *freopen(const char *name, const char *mode, struct stream *stream) {
    int descriptor = stream->descriptor;
    __secateur_close(stream);
    struct stream *opened = name == NULL ? NULL : fopen(name, mode);
    if (opened == NULL)
        return NULL;
    if (opened != stream) {
        *stream = *opened;
        stream->descriptor = descriptor;
        opened->open = 0;
    }
    return stream;
}

struct stream *fdopen(int descriptor, const char *mode) {
    (void)mode;
    return __secateur_stream_of(descriptor);
}

struct stream *tmpfile(void) {
    static char name[] = "/secateur temporary file 0";
    name[sizeof name - 2]++;
    return __secateur_open(name, READ | WRITE | CREATE | TRUNCATE);
}

int feof(struct stream *stream) { return stream->ended; }
int ferror(struct stream *stream) { return stream->failed; }
int feof_unlocked(struct stream *stream) { return stream->ended; }
int ferror_unlocked(struct stream *stream) { return stream->failed; }
int fileno(struct stream *stream) { return stream->descriptor; }

void clearerr(struct stream *stream) {
    stream->failed = 0;
    /* An endless stream that has ended stays so. */
    if (stream->file != NULL)
        stream->ended = 0;
}

int fseek(struct stream *stream, long offset, int from) { return __secateur_seek(stream, offset, from) < 0 ? -1 : 0; }
int fseeko(struct stream *stream, long offset, int from) { return fseek(stream, offset, from); }
long ftell(struct stream *stream) { return __secateur_seek(stream, 0, 1); }
long ftello(struct stream *stream) { return ftell(stream); }

void rewind(struct stream *stream) {
    __secateur_seek(stream, 0, 0);
    stream->failed = 0;
}

int fgetpos(struct stream *stream, long *position) {
    *position = ftell(stream);
    return *position < 0 ? -1 : 0;
}

int fsetpos(struct stream *stream, const long *position) { return fseek(stream, *position, 0); }

int remove(const char *name) { return __secateur_remove_file(name) ? 0 : -1; }
int unlink(const char *name) { return __secateur_remove_file(name) ? 0 : -1; }

int rename(const char *from, const char *to) {
    struct file *file = __secateur_find_file(from);
    if (file == NULL) {
        errno = ENOENT;
        return -1;
    }
    struct file *old = __secateur_find_file(to);
    if (old != NULL)
        old->name = NULL;
    file->name = malloc(strlen(to) + 1);
    __builtin_memcpy(file->name, to, strlen(to) + 1);
    return 0;
}

/* Output that does not go to the terminal; the engine itself shows what does. */
size_t fwrite(const void *from, size_t size, size_t n, struct stream *stream) {
    if (size == 0 || n == 0)
        return 0;
    size_t count = __secateur_write_block(stream, from, size * n);
    return size == 1 ? count : count / size;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t n, struct stream *stream) {
    return fwrite(from, size, n, stream);
}

int fputc(int byte, struct stream *stream) {
    char value = (char)byte;
    return __secateur_write_block(stream, &value, 1) == 1 ? (unsigned char)value : END_OF_FILE;
}

int putc(int byte, struct stream *stream) { return fputc(byte, stream); }
int _IO_putc(int byte, struct stream *stream) { return fputc(byte, stream); }
int fputc_unlocked(int byte, struct stream *stream) { return fputc(byte, stream); }
int putc_unlocked(int byte, struct stream *stream) { return fputc(byte, stream); }
int __overflow(struct stream *stream, int byte) { return fputc(byte, stream); }

int fputs(const char *text, struct stream *stream) {
    size_t length = strlen(text);
    return __secateur_write_block(stream, text, length) == length ? 1 : END_OF_FILE;
}

int fputs_unlocked(const char *text, struct stream *stream) { return fputs(text, stream); }

int vfprintf(struct stream *stream, const char *format, va_list arguments) {
    char *text;
    int length = __secateur_format(&text, format, arguments);
    if (!stream->writable) {
        stream->failed = 1;
        return -1;
    }
    if (length < 0) {
        if (stream->file != NULL)
            stream->file->unknown = 1;
        return (int)__secateur_fresh_fact("length of formatted text", 4);
    }
    __secateur_write_block(stream, text, (size_t)length);
    free(text);
    return length;
}

int fprintf(struct stream *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}
