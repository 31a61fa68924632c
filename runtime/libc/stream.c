/* Streams: opening and closing, the next byte, blocks of bytes, the three that are open from the start. */
#include <errno.h>
#include <limits.h>

#include "stream.h"

void free(void *block);

static struct stream standard[] = {
    {.descriptor = 0, .open = 1, .readable = 1, .name = "stdin", .is_file = 1, .descriptors = 1},
    {.descriptor = 1, .open = 1, .writable = 1, .name = "stdout", .is_file = 1, .descriptors = 1},
    {.descriptor = 2, .open = 1, .writable = 1, .name = "stderr", .is_file = 1, .descriptors = 1},
};
struct stream *stdin = &standard[0];
struct stream *stdout = &standard[1];
struct stream *stderr = &standard[2];

struct stream *__secateur_descriptors[DESCRIPTORS] = {&standard[0], &standard[1], &standard[2]};
struct memory *__secateur_memory;

/* Standard input may have been given a size: then it is a file. */
static void attach_standard_input(void) {
    static _Bool looked;
    if (looked || standard[0].redirected)
        return;
    looked = 1;
    size_t size;
    char *data = __secateur_existing_file("stdin", &size);
    if (data == NULL)
        return;
    standard[0].file = __secateur_new_file((struct file){.data = data, .size = size, .capacity = size});
}

struct stream *__secateur_stream_of(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS || __secateur_descriptors[descriptor] == NULL) {
        errno = EBADF;
        return NULL;
    }
    if (__secateur_descriptors[descriptor] == &standard[0])
        attach_standard_input();
    if (__secateur_descriptors[descriptor]->moved)
        __secateur_not_modelled("a descriptor that a standard stream shares since dup2");
    return __secateur_descriptors[descriptor];
}

int __secateur_free_descriptor(int least) {
    for (int descriptor = least; descriptor < DESCRIPTORS; descriptor++)
        if (__secateur_descriptors[descriptor] == NULL)
            return descriptor;
    __secateur_not_modelled("more than 64 open files");
}

struct stream *__secateur_new_stream(int least, struct stream stream) {
    struct stream *fresh = __secateur_allocate(sizeof *fresh);
    *fresh = stream;
    fresh->descriptor = __secateur_free_descriptor(least);
    fresh->open = 1;
    fresh->redirected = 1;
    fresh->descriptors = 1;
    fresh->flushed_size = stream.file == NULL ? 0 : stream.file->size;
    return __secateur_descriptors[fresh->descriptor] = fresh;
}

void __secateur_release(int descriptor) {
    struct stream *stream = __secateur_descriptors[descriptor];
    __secateur_descriptors[descriptor] = NULL;
    if (--stream->descriptors > 0)
        return;
    if (stream->file != NULL && stream->file->kind == PIPE) {
        stream->file->readers -= stream->readable;
        stream->file->writers -= stream->writable;
    }
    stream->readable = stream->writable = 0;
    if (!stream->is_file)
        free(stream);
}

struct stream *__secateur_usable(struct stream *stream) {
    if (!stream->open)
        __secateur_closed_stream();
    return stream;
}

static _Bool is_recorded(const struct stream *stream) {
    return stream->record != NULL && stream->position < stream->record->size;
}

/* What was read at the end of what is known. */
static void remember(struct stream *stream, const char *bytes, size_t n) {
    struct record *record = stream->record;
    if (record == NULL)
        return;
    if (record->size + n > record->capacity) {
        record->capacity = 2 * (record->size + n);
        char *larger = __secateur_allocate(record->capacity);
        __builtin_memcpy(larger, record->data, record->size);
        free(record->data);
        record->data = larger;
    }
    __builtin_memcpy(record->data + record->size, bytes, n);
    record->size += n;
    stream->position = record->size;
}

void __secateur_make_opaque(struct record *record, const struct stream *reader) {
    if (record != NULL) {
        record->opaque = 1;
        record->reader = reader;
    }
}

void __secateur_read_otherwise(struct stream *stream) { __secateur_make_opaque(stream->record, stream); }
void __secateur_written(struct stream *stream) { __secateur_make_opaque(stream->record, NULL); }

static void end_here(struct stream *stream) {
    stream->ended = 1;
    if (stream->record != NULL)
        stream->record->ended = 1;
}

static void make_ready(struct stream *stream) {
    if (stream->record != NULL && stream->record->opaque && stream->record->reader != stream)
        __secateur_not_modelled("a file nobody knows that is read again");
    if (stream == &standard[0])
        attach_standard_input();
    struct file *file = stream->file;
    if (file != NULL && file->unknown != NULL)
        __secateur_not_modelled(file->unknown);
    if (file != NULL && file->kind == MEMORY)
        file->memory->flush(stream);
    if (file != NULL && file->kind == PIPE && file->writers > 0 && stream->position >= file->size)
        __secateur_not_modelled("reading from an empty pipe: the program would wait for ever");
}

_Bool __secateur_over(struct stream *stream) {
    make_ready(stream);
    if (stream->file != NULL)
        return stream->file->kind != ZEROS && stream->position >= stream->file->size;
    if (is_recorded(stream))
        return 0;
    if (stream->record != NULL && stream->record->ended)
        stream->ended = 1;
    else if (!stream->ended && __secateur_either("end of input"))
        end_here(stream);
    return stream->ended;
}

void __secateur_constrain_follower(struct stream *stream, unsigned char byte) {
    enum follow follow = stream->follow;
    _Bool decimal = (unsigned)byte - '0' < 10, letter = ((unsigned)byte | 32) - 'a' < 6;
    _Bool space = (byte == ' ') | ((unsigned)byte - '\t' < 5);
    _Bool wrong = ((follow == NO_DIGIT) & decimal) | ((follow == NO_HEX_DIGIT) & (decimal | letter)) |
                  ((follow == ONLY_SPACE) & !space);
    klee_assume(!wrong);
    stream->follow = ANYTHING;
}

/* Whether anything can be read at all; a stream that cannot has failed. */
static _Bool can_be_read(struct stream *stream) {
    _Bool is_folder = __secateur_usable(stream)->file != NULL && stream->file->kind == FOLDER;
    if (stream->readable && !is_folder)
        return 1;
    stream->failed = 1;
    errno = is_folder ? EISDIR : EBADF;
    return 0;
}

int __secateur_next(struct stream *stream) {
    if (!can_be_read(stream))
        return END_OF_FILE;
    if (stream->pushed_count > 0)
        return stream->pushed[--stream->pushed_count];
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return END_OF_FILE;
    }
    if (stream->file != NULL && stream->file->kind == ZEROS)
        return 0;
    if (stream->file != NULL)
        return (unsigned char)stream->file->data[stream->position++];
    if (is_recorded(stream))
        return (unsigned char)stream->record->data[stream->position++];
    unsigned char byte;
    __secateur_fresh_bytes(stream->name, &byte, 1);
    __secateur_constrain_follower(stream, byte);
    remember(stream, (const char *)&byte, 1);
    return byte;
}

void __secateur_push_back(struct stream *stream, int byte) {
    __secateur_usable(stream);
    if (byte == END_OF_FILE)
        return;
    if (stream->pushed_count == sizeof stream->pushed)
        __secateur_not_modelled("more than 8 bytes put back into a stream");
    stream->pushed[stream->pushed_count++] = (unsigned char)byte;
    stream->ended = 0;
}

/* How much comes before an endless stream ends, at least 1: more than `most` is all the same as `most`. The input is
 * what is missing, so that 0, the first value tried, stands for a stream that goes on. */
static size_t bounded_length(size_t most) {
    size_t missing = __secateur_implied("missing input", 4);
    klee_assume(missing < most);
    return most - missing;
}

size_t __secateur_read_block(struct stream *stream, char *to, size_t n) {
    size_t done = 0;
    if (!can_be_read(stream))
        return 0;
    while (done < n && stream->pushed_count > 0)
        to[done++] = (char)stream->pushed[--stream->pushed_count];
    if (done == n)
        return done;
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return done;
    }
    size_t wanted = n - done;
    if (stream->file != NULL && stream->file->kind == ZEROS) {
        __builtin_memset(to + done, 0, wanted);
        return n;
    }
    if (stream->file != NULL) {
        size_t left = stream->file->size - stream->position;
        size_t count = wanted < left ? wanted : left;
        __builtin_memcpy(to + done, stream->file->data + stream->position, count);
        stream->position += count;
        stream->ended |= count < wanted;
        return done + count;
    }
    if (is_recorded(stream)) {
        size_t left = stream->record->size - stream->position;
        size_t count = wanted < left ? wanted : left;
        __builtin_memcpy(to + done, stream->record->data + stream->position, count);
        stream->position += count;
        return count == wanted ? n : done + count + __secateur_read_block(stream, to + done + count, wanted - count);
    }
    size_t room = __secateur_room(to + done);
    wanted = wanted <= room ? wanted : room + 1;
    /* Each byte is an input. Where so many are asked for, a stream of a few is a case of its own, and the first. */
    enum { MANY = 1024, FEW = 64 };
    _Bool is_short = wanted > MANY && !__secateur_either("long input");
    if (is_short)
        wanted = FEW + 1;
    /* All of it, or the stream ends within: at least one byte is there. */
    char fresh[wanted];
    size_t count = wanted;
    __secateur_fresh_bytes(stream->name, fresh, wanted);
    __secateur_constrain_follower(stream, (unsigned char)fresh[0]);
    if (is_short || (wanted > 1 && __secateur_either("end of input"))) {
        count = bounded_length(wanted - 1);
        __secateur_used(count);
        end_here(stream);
        __secateur_read_otherwise(stream);
    } else {
        remember(stream, fresh, wanted);
    }
    __builtin_memcpy(to + done, fresh, count);
    return done + count;
}

static _Bool delimits(int byte, enum delimiter delimiter) {
    _Bool space = (byte == ' ') | ((unsigned)byte - '\t' < 5);
    return delimiter == SPACE_LEFT ? space : byte == '\n';
}

static struct taken terminated(struct taken taken, char *to) {
    if (taken.length > 0 || taken.delimited)
        to[taken.length] = 0;
    return taken;
}

/* Of a file, or of what was put back. */
static struct taken read_text_by_byte(struct stream *stream, char *to, size_t most, enum delimiter delimiter) {
    struct taken taken = {0, 0};
    while (taken.length < most && !taken.delimited) {
        int byte = __secateur_next(stream);
        if (byte == END_OF_FILE)
            break;
        taken.delimited = delimits(byte, delimiter);
        if (taken.delimited && delimiter == SPACE_LEFT)
            __secateur_push_back(stream, byte);
        if (!taken.delimited || delimiter == NEWLINE_KEPT)
            to[taken.length++] = (char)byte;
    }
    return terminated(taken, to);
}

/* There is a fork for each byte that may be the last. Without one every byte would depend on all bytes before it, and so
 * would each question about it. Of an endless stream a delimiter and the end of the input are one fork, and which of
 * them it was another, so that of n forks n bytes are read. */
struct taken __secateur_read_text(struct stream *stream, char *to, size_t most, enum delimiter delimiter) {
    if (!__secateur_usable(stream)->readable || stream->pushed_count > 0 || (stream->file != NULL && stream->file->kind == FOLDER))
        return read_text_by_byte(stream, to, most, delimiter);
    struct taken taken = {0, 0};
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return taken;
    }
    if (stream->file != NULL || stream->record != NULL)
        return read_text_by_byte(stream, to, most, delimiter);
    while (taken.length < most && !taken.delimited) {
        unsigned char byte;
        __secateur_fresh_bytes(stream->name, &byte, 1);
        __secateur_constrain_follower(stream, byte);
        _Bool over = taken.length > 0 && __secateur_either("end of input");
        if (over | delimits(byte, delimiter)) {
            if (over) {
                __secateur_used(0);
                stream->ended = 1;
                break;
            }
            taken.delimited = 1;
            if (delimiter == SPACE_LEFT)
                __secateur_push_back(stream, byte);
        }
        if (!taken.delimited || delimiter == NEWLINE_KEPT)
            to[taken.length++] = (char)byte;
    }
    return terminated(taken, to);
}

_Bool __secateur_write_fails(void) {
    /* How many writes are asked about: each that is may end in a path of its own. */
    enum { MOST = 16 };
    static unsigned asked;
    static int disk_error;
    static _Bool disk_is_full;
    if (!disk_is_full && asked < MOST) {
        asked++;
        int error = __secateur_fails("write");
        if (error != 0) {
            disk_is_full = 1;
            disk_error = error;
        }
    }
    if (disk_is_full)
        errno = disk_error;
    return disk_is_full;
}

_Bool __secateur_flush(struct stream *stream) {
    struct file *file = stream->file;
    if (file != NULL && file->kind == MEMORY)
        return file->memory->flush(stream);
    if (!stream->unflushed || file == NULL || file->kind != PLAIN)
        return 1;
    stream->unflushed = 0;
    _Bool fails = __secateur_write_fails();
    if (fails) {
        stream->failed = 1;
        /* What was appended is lost. */
        if (stream->replaced)
            file->unknown = "reading a file that could not be written";
        else
            file->size = stream->flushed_size;
    }
    stream->flushed_size = file->size;
    stream->replaced = 0;
    return !fails;
}

static void make_room(struct file *file, size_t end) {
    if (end <= file->capacity)
        return;
    size_t capacity = end < 64 ? 64 : 2 * end;
    char *data = __secateur_allocate(capacity);
    __builtin_memset(data, 0, capacity);
    __builtin_memcpy(data, file->data, file->size);
    file->data = data;
    file->capacity = capacity;
}

size_t __secateur_write_block(struct stream *stream, const char *from, size_t n) {
    if (!__secateur_usable(stream)->writable) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    struct file *file = stream->file;
    if (file == NULL) {
        if (n > 0)
            __secateur_written(stream);
        return n;
    }
    if (file->kind == NOTHING || file->kind == ZEROS)
        return n;
    if (file->kind == MEMORY)
        return file->memory->write(stream, from, n);
    if (file->kind == PIPE && file->readers == 0)
        __secateur_not_modelled("writing to a pipe that nobody reads: a signal");
    if (file->mappings > 0)
        __secateur_not_modelled("writing to a file that is mapped into memory");
    if (file->kind == PLAIN && n > 0 && __secateur_write_fails()) {
        stream->failed = 1;
        return 0;
    }
    if (stream->appends)
        stream->position = file->size;
    size_t start = stream->position, end = start + n;
    make_room(file, end);
    if (start > file->size)
        __builtin_memset(file->data + file->size, 0, start - file->size);
    __builtin_memcpy(file->data + start, from, n);
    stream->replaced |= start < stream->flushed_size;
    stream->unflushed = 1;
    stream->position = end;
    file->size = end > file->size ? end : file->size;
    return n;
}

/* Other descriptors outlive the FILE. */
static void leave_to_descriptors(struct stream *stream) {
    struct stream *rest = __secateur_allocate(sizeof *rest);
    *rest = *stream;
    rest->is_file = 0;
    for (int i = 0; i < DESCRIPTORS; i++)
        if (__secateur_descriptors[i] == stream)
            __secateur_descriptors[rest->descriptor = i] = rest;
}

/* Whether it still had one: it may have been closed before, or freopen has failed. */
static _Bool part_from_descriptor(struct stream *stream) {
    if (stream->descriptor < 0)
        return 0;
    _Bool has_one = __secateur_descriptors[stream->descriptor] == stream;
    if (has_one)
        __secateur_release(stream->descriptor);
    else
        errno = EBADF;
    if (stream->descriptors > 0)
        leave_to_descriptors(stream);
    return has_one;
}

void __secateur_part_from_file(struct stream *stream) {
    __secateur_flush(stream);
    part_from_descriptor(stream);
    stream->descriptor = -1;
    stream->redirected = 1;
    stream->readable = stream->writable = stream->ended = stream->failed = stream->unflushed = 0;
    stream->pushed_count = 0;
    stream->file = NULL;
    stream->record = NULL;
}

int __secateur_close(struct stream *stream) {
    __secateur_usable(stream);
    _Bool flushed = __secateur_flush(stream);
    if (stream->file != NULL && stream->file->kind == MEMORY) {
        stream->file->memory->close(stream);
        free(stream);
        return flushed ? 0 : -1;
    }
    _Bool lost = !part_from_descriptor(stream);
    stream->open = 0;
    if (stream == &standard[0] || stream == &standard[1] || stream == &standard[2])
        stream->redirected = 1;
    else
        free(stream);
    return flushed && !lost ? 0 : -1;
}

enum { START, HERE, END };

/* In a file nobody knows: as far as it was read. */
static long seek_in_record(struct stream *stream, long offset, int from) {
    const struct record *record = stream->record;
    long base = from == START ? 0 : (long)(stream->position - stream->pushed_count), wanted;
    if (record->opaque)
        __secateur_not_modelled("seeking in a file nobody knows");
    if (from != END && (__builtin_add_overflow(base, offset, &wanted) || wanted < 0)) {
        errno = EINVAL;
        return -1;
    }
    if (from == END || (size_t)wanted > record->size)
        __secateur_not_modelled("seeking in a file nobody knows");
    stream->position = (size_t)wanted;
    stream->pushed_count = 0;
    stream->ended = 0;
    return wanted;
}

long __secateur_place(struct stream *stream, long offset, int from, long most) {
    const struct file *file = stream->file;
    long base = from == START ? 0 : from == HERE ? (long)(stream->position - stream->pushed_count) : (long)file->size, wanted;
    if (__builtin_add_overflow(base, offset, &wanted) || wanted < 0 || wanted > most) {
        errno = EINVAL;
        return -1;
    }
    stream->position = (size_t)wanted;
    stream->pushed_count = 0;
    stream->ended = 0;
    return wanted;
}

long __secateur_seek(struct stream *stream, long offset, int from) {
    if (__secateur_usable(stream) == &standard[0])
        attach_standard_input();
    struct file *file = stream->file;
    if (from < START || from > END) {
        errno = EINVAL;
        return -1;
    }
    if (file == NULL && stream->descriptor < 0) {
        errno = EBADF;
        return -1;
    }
    if (file == NULL && stream->record != NULL)
        return seek_in_record(stream, offset, from);
    if (file == NULL || file->kind == PIPE) {
        errno = ESPIPE;
        return -1;
    }
    if (file->kind == NOTHING || file->kind == ZEROS)
        return stream->ended = 0;
    if (!__secateur_flush(stream))
        return -1;
    if (file->kind == MEMORY)
        return file->memory->seek(stream, offset, from);
    return __secateur_place(stream, offset, from, LONG_MAX);
}
