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

/* What is behind a stream: a file, a pipe, whose ends share it, /dev/null, /dev/zero, a folder, which can be opened, or memory of the
 * program, which has no descriptor. A symbolic link is behind none: its data is where it leads. */
enum kind { PLAIN, PIPE, NOTHING, ZEROS, FOLDER, MEMORY, LINK };

/* How memory takes what is written (memory_stream.c). Its own functions, so that only programs that use it carry them. */
struct stream;
struct memory {
    size_t (*write)(struct stream *stream, const char *from, size_t n);
    /* Has written data reach the program's memory; whether all of it did. */
    _Bool (*flush)(struct stream *stream);
    long (*seek)(struct stream *stream, long offset, int from);
    void (*close)(struct stream *stream);
    _Bool unbuffered;
    /* It is among all streams that fflush flushes at once: glibc does not count what it grows itself. */
    _Bool is_among_all;
    struct stream *stream;
    struct memory *next;
};
/* Of all streams that are open. */
extern struct memory *__secateur_memory;

struct file {
    enum kind kind;
    /* Of a folder the program has not made: which one it is. */
    char *name;
    /* Of one it has made: where it lies (NULL: in the program's own), and whether it is gone. */
    struct file *parent;
    _Bool is_made, is_gone;
    char *data;
    size_t size, capacity;
    /* Why the contents are not known, where they are not. */
    const char *unknown;
    /* Of a pipe. */
    unsigned readers, writers;
    /* Of memory. */
    struct memory *memory;
    /* What tells it from others, and its permissions. */
    unsigned long number;
    unsigned permissions;
    /* How many names lead here. */
    unsigned links;
    /* Mappings into memory: the file stays as it is while there are any, but for what is written there. */
    unsigned mappings;
};

/* A name that leads to a file; NULL: it was removed, and nothing has its name unless it is made anew. */
struct entry {
    /* A folder that the program has made; NULL: its own, or the whole name of a file elsewhere. */
    struct file *folder;
    char *name;
    struct file *file;
    struct entry *next;
};

/* What the last text of an endless stream cannot go on with: it was read as a value, or up to here. */
enum follow { ANYTHING, NO_DIGIT, NO_HEX_DIGIT, ONLY_SPACE };

/* The beginning of a file nobody knows, as far as it was read: it is the same for who reads it again. */
struct record {
    char *data;
    size_t size, capacity;
    _Bool ended;  /* nothing comes behind it */
    /* It is not, after all: something was read that is not bytes, or the file was written to. Only the stream that read so
     * may go on; nobody else can read the file. */
    _Bool opaque;
    const struct stream *reader;
};

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
    /* A standard stream has taken its place and its position: it can only be closed. */
    _Bool moved;
    /* Descriptors that lead here. */
    unsigned descriptors;
    /* Written data has not been flushed: all of it is behind this size of the file, or replaced what was there. */
    _Bool unflushed, replaced;
    size_t flushed_size;
    /* NULL: endless, or the terminal. */
    struct file *file;
    size_t position;
    /* Of a file nobody knows: what was read of it so far, by this stream or another. */
    struct record *record;
    /* What inputs of this stream are called. */
    const char *name;
    /* Bytes put back, the last one first out. */
    unsigned char pushed[8];
    unsigned pushed_count;
    enum follow follow;
    /* What the program has given it for a buffer, which belongs to it from then on. */
    char *buffer;
};

#define DESCRIPTORS 64
extern struct stream *__secateur_descriptors[DESCRIPTORS];

/* What is read next is not kept: a number that is an input itself. */
void __secateur_read_otherwise(struct stream *stream);
/* A file nobody knows is changed. */
void __secateur_written(struct stream *stream);

struct stream *__secateur_stream_of(int descriptor);
/* A new stream behind the lowest free descriptor that is not below `least`. */
struct stream *__secateur_new_stream(int least, struct stream stream);
int __secateur_free_descriptor(int least);
/* The descriptor no longer leads to its stream, which ends with its last. */
void __secateur_release(int descriptor);
/* The stream a program passes: one that is open. */
struct stream *__secateur_usable(struct stream *stream);
/* The FILE is left without a descriptor and a file, as freopen leaves it where it fails: it can be asked and closed. */
void __secateur_part_from_file(struct stream *stream);
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

/* What is wanted of a name: what a link at its end leads to, the link itself, or the name, which is to be made or removed: there even
 * a slash at its end follows no link. */
enum last { FOLLOWED, ITSELF, NAME };

/* What a name means (file_name.c): a file, or the name to look it up by; without either there is none, and this is why. */
struct named {
    struct file *file;
    /* What leads there, unless it is ".". */
    struct entry *entry;
    const char *name;
    /* Where the name is new: the folder it would be in. */
    struct file *folder;
    /* Nothing has this name so far, but could. */
    _Bool is_new;
    /* It has a slash at its end; a symbolic link has led here. */
    _Bool has_slash, is_linked;
    /* 1: its last part is ".", 2: "..". */
    unsigned char dots;
    int error;
};
struct named __secateur_resolve(struct file *folder, const char *name, enum last last);
/* The folder that names are relative to; NULL: the program's own. Another one only while a function that is given one runs. */
extern struct file *__secateur_start;

/* A file that nobody knows: whether it is missing, and what was read of it. */
struct unknown_name {
    const char *name;
    _Bool missing;
    struct record record;
    struct unknown_name *next;
};

/* What there is under a name: a file, or one that nobody knows, or nothing, and the error of who needs it. */
struct found {
    struct file *file;
    struct entry *entry;
    _Bool is_unknown;
    const char *name;
    /* The folder it is in or would be in. */
    struct file *folder;
    int error;
    /* It can be made. */
    _Bool is_new;
    _Bool has_slash;
    unsigned char dots;
};
/* The folder that a name is relative to, of a descriptor or AT_FDCWD; false, with errno set: it is none. */
_Bool __secateur_folder_of(int descriptor, const char *name, struct file **start);
/* The same, and names start there until it is left. */
_Bool __secateur_enter(int descriptor, const char *name);
int __secateur_leave(int result);
struct found __secateur_look_up(const char *name);
struct found __secateur_look_up_in(struct file *folder, const char *name, enum last last);
/* What is decided of a file that nobody knows, now if not before. */
struct unknown_name *__secateur_unknown(const char *name);
/* Nothing is there, for certain or by decision; errno says so. */
_Bool __secateur_lacks(struct found found);
struct file *__secateur_new_file(struct file file);
/* A file of this name where there is none. */
struct file *__secateur_add_file(struct found place, struct file file);
/* A name for a file: in a folder, or where there was none. */
void __secateur_add_entry(struct found place, struct file *file);
/* All names, the last one first. */
struct entry *__secateur_entries(void);
/* A file that nobody knows, or the program has made there, has a name that begins with this one and a slash. */
_Bool __secateur_is_begun(const char *folder);
/* The name as it is seen from the program's own folder. */
const char *__secateur_path(const struct file *folder, const char *name);
void __secateur_make_opaque(struct record *record, const struct stream *reader);

enum mode { READ = 1, WRITE = 2, APPEND = 4, CREATE = 8, TRUNCATE = 16, EXCLUSIVE = 32, NO_LINK = 64 };
struct stream *__secateur_open(const char *name, unsigned mode);
int __secateur_close(struct stream *stream);
/* Moves the position; -1 where that cannot be. */
long __secateur_seek(struct stream *stream, long offset, int from);
/* The same in memory or a plain file, not beyond `most`. */
long __secateur_place(struct stream *stream, long offset, int from, long most);

#endif
