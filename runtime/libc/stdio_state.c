/* stdio_ext.h, locks of streams, and the 64-bit and _unlocked names of functions of stdio.h.
 *
 * How much waits in a buffer depends on sizes that are the system's: it is any number up to the size of a buffer where
 * something was written since the last flush. Output to the terminal may have waited or not. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

extern struct stream *stdout, *stderr;
int fileno(struct stream *stream);
void clearerr(struct stream *stream);
int fseek(struct stream *stream, long offset, int from);
long ftell(struct stream *stream);
int fflush(struct stream *stream);
int fgetpos(struct stream *stream, long *position);
int fsetpos(struct stream *stream, const long *position);
struct stream *freopen(const char *name, const char *mode, struct stream *stream);
struct stream *tmpfile(void);
int putchar(int byte);

enum { BUFFER = 4096 };

size_t __fpending(struct stream *stream) {
    if (!__secateur_usable(stream)->writable || stream == stderr || (stream->file != NULL && !stream->unflushed))
        return 0;
    size_t pending = __secateur_fresh_fact("pending output", 4);
    klee_assume(pending <= BUFFER);
    return pending;
}

size_t __fbufsize(struct stream *stream) {
    __secateur_usable(stream);
    size_t size = __secateur_fresh_fact("size of a buffer", 4);
    klee_assume(size <= BUFFER);
    return size;
}

int __freadable(struct stream *stream) { return __secateur_usable(stream)->readable; }
int __fwritable(struct stream *stream) { return __secateur_usable(stream)->writable; }

/* Of a stream for both it is what was done last: something that was written waits to be flushed. */
int __fwriting(struct stream *stream) {
    return __secateur_usable(stream)->writable && (!stream->readable || stream->unflushed);
}

int __freading(struct stream *stream) {
    return __secateur_usable(stream)->readable && (!stream->writable || (!stream->unflushed && stream->position > 0));
}

int __flbf(struct stream *stream) { return __secateur_usable(stream), 0; }

/* What was not written is lost, and so is what was read ahead: of a file as much as a buffer holds. */
void __fpurge(struct stream *stream) {
    struct file *file = __secateur_usable(stream)->file;
    stream->pushed_count = 0;
    if (file == NULL || file->kind != PLAIN)
        return;
    if (stream->unflushed && stream->replaced)
        file->unknown = "reading a file after __fpurge";
    else if (stream->unflushed)
        file->size = stream->flushed_size;
    else if (stream->readable && stream->position < file->size && stream->position > 0)
        __secateur_not_modelled("__fpurge of input that was read ahead");
    stream->unflushed = stream->replaced = 0;
}
int fpurge(struct stream *stream) { return __fpurge(stream), 0; }

void _flushlbf(void) { fflush(NULL); }

/* Who locks is asked for and given back; there is one thread. */
int __fsetlocking(struct stream *stream, int type) {
    enum { QUERY, INTERNAL, BY_CALLER };
    int before = __secateur_usable(stream)->behind[0] == 0 ? INTERNAL : BY_CALLER;
    if (type == INTERNAL || type == BY_CALLER)
        stream->behind[0] = type == BY_CALLER;
    return before;
}

void flockfile(struct stream *stream) { __secateur_usable(stream); }
void funlockfile(struct stream *stream) { __secateur_usable(stream); }
int ftrylockfile(struct stream *stream) { return __secateur_usable(stream), 0; }

int fileno_unlocked(struct stream *stream) { return fileno(stream); }
void clearerr_unlocked(struct stream *stream) { clearerr(stream); }
int fseeko64(struct stream *stream, long offset, int from) { return fseek(stream, offset, from); }
long ftello64(struct stream *stream) { return ftell(stream); }
int fgetpos64(struct stream *stream, long *position) { return fgetpos(stream, position); }
int fsetpos64(struct stream *stream, const long *position) { return fsetpos(stream, position); }
struct stream *freopen64(const char *name, const char *mode, struct stream *stream) { return freopen(name, mode, stream); }
struct stream *tmpfile64(void) { return tmpfile(); }
void setbuffer(struct stream *stream, char *buffer, size_t size) {
    int setvbuf(struct stream *stream, char *buffer, int mode, size_t size);
    setvbuf(stream, buffer, buffer == NULL ? 2 : 0, size);
}

int putw(int word, struct stream *stream) {
    size_t fwrite(const void *from, size_t size, size_t n, struct stream *stream);
    return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : END_OF_FILE;
}
