/* Streams and files: what a FILE * points to, and what is behind a descriptor.
 *
 * All of it lives in the program's own memory, so that states are compared with it and every path has its own.
 *
 * A stream without anything attached is *endless*: each read makes fresh input, and whether the stream ends is a
 * decision of the environment. Any other stream reads a file, whose bytes are in memory.
 *
 * A stream is a FILE and what a descriptor leads to in one. All but the standard ones lie on the heap and are freed when
 * they are closed, so that the use of a closed one is a use after free.
 */
#ifndef SECATEUR_LIBC_STREAM_H
#define SECATEUR_LIBC_STREAM_H

#include <stddef.h>

#include "engine.h"

#define END_OF_FILE (-1)

void klee_assume(size_t condition);

struct file {
    char *name;
    char *data;
    size_t size, capacity;
    /* Why the contents are not known, where they are not. */
    const char *unknown;
    struct file *next;
    /* Both ends of a pipe share its file. */
    _Bool is_pipe;
    unsigned readers, writers;
};

/* What the last text of an endless stream cannot go on with: it was read as a value, or up to here. */
enum follow { ANYTHING, NO_DIGIT, NO_HEX_DIGIT, ONLY_SPACE };

struct stream {
    /* The outside of glibc's FILE; programs that look inside find an empty buffer. */
    char before[112];
    int descriptor;
    /* Of standard output and error: they no longer lead to the terminal (the engine looks at this). */
    int redirected;
    char behind[96];
    _Bool open, readable, writable, appends;
    _Bool ended, failed;
    /* Given out as a FILE, which outlives its descriptor. */
    _Bool is_file;
    /* Descriptors that lead here. */
    unsigned descriptors;
    /* Written data has not been flushed: all of it is behind this size of the file, or replaced what was there. */
    _Bool unflushed, replaced;
    size_t flushed_size;
    /* NULL: endless, or the terminal. */
    struct file *file;
    size_t position;
    /* What inputs of this stream are called. */
    const char *name;
    /* Bytes put back, the last one first out. */
    unsigned char pushed[8];
    unsigned pushed_count;
    enum follow follow;
};

#define DESCRIPTORS 64
extern struct stream *__secateur_descriptors[DESCRIPTORS];

struct stream *__secateur_stream_of(int descriptor);
/* A new stream behind the lowest free descriptor that is not below `least`. */
struct stream *__secateur_new_stream(int least, struct stream stream);
int __secateur_free_descriptor(int least);
/* The descriptor no longer leads to its stream, which ends with its last. */
void __secateur_release(int descriptor);
/* The stream a program passes: one that is open. */
struct stream *__secateur_usable(struct stream *stream);
/* Whether a write fails now, with errno set. Once one has failed, all do. */
_Bool __secateur_write_fails(void);
/* Has written data reach the file; whether that worked. */
_Bool __secateur_flush(struct stream *stream);
/* The next byte, or END_OF_FILE. */
int __secateur_next(struct stream *stream);
void __secateur_push_back(struct stream *stream, int byte);
/* Whether an endless stream is over; a decision the first time. */
_Bool __secateur_over(struct stream *stream);
/* The byte after a word or number must not have belonged to it. */
void __secateur_constrain_follower(struct stream *stream, unsigned char byte);
/* Up to n bytes into memory; how many. */
size_t __secateur_read_block(struct stream *stream, char *to, size_t n);
size_t __secateur_write_block(struct stream *stream, const char *from, size_t n);

/* Text up to a delimiter: a newline that belongs to it, a newline that is thrown away, space that stays where it is. */
enum delimiter { NEWLINE_KEPT, NEWLINE_DROPPED, SPACE_LEFT };
/* What was read: nothing at all, and nothing written, at the end of the stream. */
struct taken {
    size_t length;
    _Bool delimited;
};
/* At most `most` bytes of text and a terminator into memory, without a fork for where it ends. */
struct taken __secateur_read_text(struct stream *stream, char *to, size_t most, enum delimiter delimiter);

enum mode { READ = 1, WRITE = 2, APPEND = 4, CREATE = 8, TRUNCATE = 16, EXCLUSIVE = 32 };
struct stream *__secateur_open(const char *name, unsigned mode);
int __secateur_close(struct stream *stream);
/* Moves the position; -1 where that cannot be. */
long __secateur_seek(struct stream *stream, long offset, int from);
struct file *__secateur_find_file(const char *name);
_Bool __secateur_remove_file(const char *name);

#endif
