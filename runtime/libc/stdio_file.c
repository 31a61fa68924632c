/* Files of stdio.h: opening, closing, positions, state; what is written to one. Nothing of it leaves the program. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>

#include "stream.h"

void free(void *block);
size_t strlen(const char *s);
/* The text, unless it depends on symbolic values: then -1. */
int __secateur_format(char **text, const char *format, va_list arguments);

extern struct stream *stdin;

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

static struct stream *as_file(struct stream *stream) {
    if (stream != NULL)
        stream->is_file = 1;
    return stream;
}

struct stream *fopen(const char *name, const char *mode) {
    unsigned bits = mode_of(mode);
    if (bits == 0) {
        errno = EINVAL;
        return NULL;
    }
    return as_file(__secateur_open(name, bits));
}

struct stream *fopen64(const char *name, const char *mode) { return fopen(name, mode); }

int fclose(struct stream *stream) { return __secateur_close(stream) == 0 ? 0 : END_OF_FILE; }

/* The new stream takes the place of the old one, descriptor and all. */
struct stream *freopen(const char *name, const char *mode, struct stream *stream) {
    __secateur_usable(stream);
    unsigned bits = mode_of(mode);
    if (stream->file != NULL && stream->file->kind == MEMORY)
        __secateur_not_modelled("freopen of memory");
    if (name == NULL)
        __secateur_not_modelled("freopen without a name");
    if (stream->descriptors > 1)
        __secateur_not_modelled("freopen of a stream with several descriptors");
    if (stream->descriptor < 0)
        __secateur_not_modelled("freopen of a stream for which it has failed before");
    __secateur_flush(stream);
    int descriptor = stream->descriptor;
    struct stream *opened = bits == 0 ? NULL : __secateur_open(name, bits);
    if (opened == NULL) {
        int error = bits == 0 ? EINVAL : errno;
        __secateur_part_from_file(stream);
        errno = error;
        return NULL;
    }
    if (__secateur_descriptors[descriptor] == stream)
        __secateur_release(descriptor);
    int given = opened->descriptor;
    *stream = *opened;
    stream->descriptor = descriptor;
    __secateur_descriptors[descriptor] = as_file(stream);
    __secateur_descriptors[given] = NULL;
    free(opened);
    return stream;
}

struct stream *fdopen(int descriptor, const char *mode) {
    unsigned bits = mode_of(mode);
    struct stream *stream = bits == 0 ? NULL : __secateur_stream_of(descriptor);
    if (bits == 0 || (stream != NULL && ((bits & READ && !stream->readable) || (bits & WRITE && !stream->writable)))) {
        errno = EINVAL;
        return NULL;
    }
    if (stream != NULL && stream->is_file)
        __secateur_not_modelled("two streams for one descriptor");
    if (stream != NULL && stream->descriptors > 1)
        __secateur_not_modelled("fdopen of a descriptor that was duplicated");
    return as_file(stream);
}

struct stream *tmpfile(void) {
    static char name[] = "/secateur temporary file 0";
    name[sizeof name - 2]++;
    return as_file(__secateur_open(name, READ | WRITE | CREATE | TRUNCATE));
}

int fflush(struct stream *stream) {
    if (stream != NULL)
        return __secateur_flush(__secateur_usable(stream)) ? 0 : END_OF_FILE;
    _Bool all = 1;
    for (int i = 0; i < DESCRIPTORS; i++)
        if (__secateur_descriptors[i] != NULL && __secateur_descriptors[i]->is_file)
            all &= __secateur_flush(__secateur_descriptors[i]);
    for (struct memory *memory = __secateur_memory; memory != NULL; memory = memory->next)
        if (memory->is_among_all)
            all &= __secateur_flush(memory->stream);
    return all ? 0 : END_OF_FILE;
}

int fflush_unlocked(struct stream *stream) { return fflush(stream); }

/* When a buffer is flushed shows in memory only. */
enum buffering { WHOLE, BY_LINE, NONE };

int setvbuf(struct stream *stream, char *buffer, int mode, size_t size) {
    __secateur_usable(stream);
    if (mode < WHOLE || mode > NONE)
        return END_OF_FILE;
    if (mode != NONE && buffer != NULL && size > 0) {
        /* All of it is the stream's from here on. */
        __secateur_look_at(buffer, size);
        stream->buffer = buffer;
    }
    if (stream->file != NULL && stream->file->kind == MEMORY) {
        if (mode == BY_LINE || (mode == WHOLE && buffer != NULL))
            __secateur_not_modelled("a buffer of its own for a stream in memory");
        stream->file->memory->unbuffered = mode == NONE;
    }
    return 0;
}

void setbuf(struct stream *stream, char *buffer) { setvbuf(stream, buffer, buffer == NULL ? NONE : WHOLE, 8192); }
void setlinebuf(struct stream *stream) { setvbuf(stream, NULL, BY_LINE, 0); }

int feof(struct stream *stream) { return __secateur_usable(stream)->ended; }
int ferror(struct stream *stream) { return __secateur_usable(stream)->failed; }
int feof_unlocked(struct stream *stream) { return feof(stream); }
int ferror_unlocked(struct stream *stream) { return ferror(stream); }

int fileno(struct stream *stream) {
    if (__secateur_usable(stream)->descriptors > 0)
        return stream->descriptor;
    errno = EBADF;
    return -1;
}

void clearerr(struct stream *stream) {
    __secateur_usable(stream)->failed = 0;
    /* An endless stream that has ended stays so. */
    if (stream->file != NULL)
        stream->ended = 0;
}

int fseek(struct stream *stream, long offset, int from) { return __secateur_seek(stream, offset, from) < 0 ? -1 : 0; }
int fseeko(struct stream *stream, long offset, int from) { return fseek(stream, offset, from); }

long ftell(struct stream *stream) {
    __secateur_usable(stream);
    if (stream == stdin)
        __secateur_stream_of(stream->descriptor);
    if (stream->file == NULL && stream->record != NULL)
        return __secateur_seek(stream, 0, 1);
    if (stream->file == NULL || stream->file->kind == PIPE) {
        errno = stream->descriptor < 0 ? EBADF : ESPIPE;
        return -1;
    }
    if (stream->file->kind == MEMORY && stream->file->unknown != NULL)
        __secateur_not_modelled(stream->file->unknown);
    return (long)((stream->appends && stream->unflushed && stream->file->kind != MEMORY ? stream->file->size : stream->position) - stream->pushed_count);
}

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

/* Output that does not go to the terminal; the engine itself shows what does. */
size_t fwrite(const void *from, size_t size, size_t n, struct stream *stream) {
    size_t total;
    if (size == 0 || n == 0)
        return __secateur_usable(stream), 0;
    if (__builtin_mul_overflow(size, n, &total))
        total = (size_t)-1;
    size_t count = __secateur_write_block(stream, from, total);
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

/* Text for the program's memory, symbolic or not. */
static int print_to_memory(struct stream *stream, const char *format, va_list arguments) {
    int vsnprintf(char *to, size_t room, const char *format, va_list arguments);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        return length;
    char *text = __secateur_allocate((size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    _Bool written = __secateur_write_block(stream, text, (size_t)length) == (size_t)length;
    free(text);
    return written ? length : -1;
}

int vfprintf(struct stream *stream, const char *format, va_list arguments) {
    char *text;
    if (stream->file != NULL && stream->file->kind == MEMORY)
        return print_to_memory(stream, format, arguments);
    int length = __secateur_format(&text, format, arguments);
    if (!__secateur_usable(stream)->writable) {
        stream->failed = 1;
        errno = EBADF;
        return -1;
    }
    if (length < 0) {
        struct file *file = stream->file;
        if (file != NULL && file->kind == PLAIN && __secateur_write_fails()) {
            stream->failed = 1;
            return -1;
        }
        if (file != NULL)
            file->unknown = "reading back formatted text that depends on inputs";
        else
            __secateur_written(stream);
        stream->unflushed = 1;
        length = (int)__secateur_implied("length of formatted text", 4);
        klee_assume(length >= 0);
        return length;
    }
    _Bool written = __secateur_write_block(stream, text, (size_t)length) == (size_t)length;
    free(text);
    return written ? length : -1;
}

int fprintf(struct stream *stream, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

int vdprintf(int descriptor, const char *format, va_list arguments) {
    struct stream *stream = __secateur_stream_of(descriptor);
    return stream == NULL ? -1 : vfprintf(stream, format, arguments);
}

int dprintf(int descriptor, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vdprintf(descriptor, format, arguments);
    va_end(arguments);
    return length;
}
