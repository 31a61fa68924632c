/* Streams: opening and closing, the next byte, blocks of bytes, the three that are open from the start. */
#include <errno.h>

#include "stream.h"

void *malloc(size_t size);
int strcmp(const char *a, const char *b);
size_t strlen(const char *s);

struct stream __secateur_streams[STREAMS] = {
    {.descriptor = 0, .open = 1, .readable = 1, .name = "stdin"},
    {.descriptor = 1, .open = 1, .writable = 1, .name = "stdout"},
    {.descriptor = 2, .open = 1, .writable = 1, .name = "stderr"},
};
struct stream *stdin = &__secateur_streams[0];
struct stream *stdout = &__secateur_streams[1];
struct stream *stderr = &__secateur_streams[2];

static struct file *files;

static struct file *add_file(const char *name, char *data, size_t size) {
    struct file *file = malloc(sizeof *file);
    char *copy = malloc(strlen(name) + 1);
    __builtin_memcpy(copy, name, strlen(name) + 1);
    *file = (struct file){copy, data, size, size, 0, files};
    return files = file;
}

/* Inputs are called after the file they come from. */
static const char *file_input_name(const char *name) {
    static const char prefix[] = "file:";
    size_t length = strlen(name);
    char *whole = malloc(sizeof prefix + length);
    __builtin_memcpy(whole, prefix, sizeof prefix - 1);
    __builtin_memcpy(whole + sizeof prefix - 1, name, length + 1);
    return whole;
}

/* Standard input may have been given a size: then it is a file. */
static void attach_standard_input(void) {
    static _Bool looked;
    if (looked)
        return;
    looked = 1;
    size_t size;
    char *data = __secateur_existing_file("stdin", &size);
    if (data == NULL)
        return;
    struct file *file = malloc(sizeof *file);
    *file = (struct file){"stdin", data, size, size, 0, NULL};
    __secateur_streams[0].file = file;
}

struct stream *__secateur_stream_of(int descriptor) {
    if (descriptor < 0 || descriptor >= STREAMS || !__secateur_streams[descriptor].open) {
        errno = EBADF;
        return NULL;
    }
    if (descriptor == 0)
        attach_standard_input();
    return &__secateur_streams[descriptor];
}

static struct stream *ready(struct stream *stream) {
    if (stream == &__secateur_streams[0])
        attach_standard_input();
    if (stream->file != NULL && stream->file->unknown)
        __secateur_not_modelled("reading back formatted text that depends on inputs");
    return stream;
}

_Bool __secateur_over(struct stream *stream) {
    ready(stream);
    if (stream->file != NULL)
        return stream->position >= stream->file->size;
    if (!stream->ended && __secateur_either("end of input"))
        stream->ended = 1;
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

int __secateur_next(struct stream *stream) {
    if (!stream->readable) {
        stream->failed = 1;
        errno = EBADF;
        return END_OF_FILE;
    }
    if (stream->pushed_count > 0)
        return stream->pushed[--stream->pushed_count];
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return END_OF_FILE;
    }
    if (stream->file != NULL)
        return (unsigned char)stream->file->data[stream->position++];
    unsigned char byte;
    __secateur_fresh_bytes(stream->name, &byte, 1);
    __secateur_constrain_follower(stream, byte);
    return byte;
}

void __secateur_push_back(struct stream *stream, int byte) {
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
    size_t missing = __secateur_fresh_fact("missing input", 4);
    klee_assume(missing < most);
    return most - missing;
}

size_t __secateur_read_block(struct stream *stream, char *to, size_t n) {
    size_t done = 0;
    if (!stream->readable) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    while (done < n && stream->pushed_count > 0)
        to[done++] = (char)stream->pushed[--stream->pushed_count];
    if (done == n)
        return done;
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return done;
    }
    size_t wanted = n - done;
    if (stream->file != NULL) {
        size_t left = stream->file->size - stream->position;
        size_t count = wanted < left ? wanted : left;
        __builtin_memcpy(to + done, stream->file->data + stream->position, count);
        stream->position += count;
        stream->ended |= count < wanted;
        return done + count;
    }
    size_t room = __secateur_room(to + done);
    wanted = wanted <= room ? wanted : room + 1;
    /* All of it, or the stream ends within: at least one byte is there. */
    char fresh[wanted];
    size_t count = wanted;
    __secateur_fresh_bytes(stream->name, fresh, wanted);
    __secateur_constrain_follower(stream, (unsigned char)fresh[0]);
    if (wanted > 1 && __secateur_either("end of input")) {
        count = bounded_length(wanted - 1);
        __secateur_used(count);
        stream->ended = 1;
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
    if (!stream->readable || stream->pushed_count > 0)
        return read_text_by_byte(stream, to, most, delimiter);
    struct taken taken = {0, 0};
    if (__secateur_over(stream)) {
        stream->ended = 1;
        return taken;
    }
    if (stream->file != NULL)
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

size_t __secateur_write_block(struct stream *stream, const char *from, size_t n) {
    if (!stream->writable) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    struct file *file = stream->file;
    if (file == NULL)
        return n;
    if (stream->appends)
        stream->position = file->size;
    size_t end = stream->position + n;
    if (end > file->capacity) {
        size_t capacity = end < 64 ? 64 : 2 * end;
        char *data = malloc(capacity);
        __builtin_memset(data, 0, capacity);
        __builtin_memcpy(data, file->data, file->size);
        file->data = data;
        file->capacity = capacity;
    }
    __builtin_memcpy(file->data + stream->position, from, n);
    stream->position = end;
    file->size = end > file->size ? end : file->size;
    return n;
}

struct file *__secateur_find_file(const char *name) {
    for (struct file *file = files; file != NULL; file = file->next)
        if (file->name != NULL && strcmp(file->name, name) == 0)
            return file;
    size_t size;
    char *data = __secateur_existing_file(name, &size);
    return data == NULL ? NULL : add_file(name, data, size);
}

_Bool __secateur_remove_file(const char *name) {
    struct file *file = __secateur_find_file(name);
    if (file != NULL) {
        file->name = NULL;
        return 1;
    }
    if (!__secateur_either("missing file"))
        return 1;
    errno = ENOENT;
    return 0;
}

struct stream *__secateur_open(const char *name, unsigned mode) {
    int descriptor = 3;
    while (descriptor < STREAMS && __secateur_streams[descriptor].open)
        descriptor++;
    if (descriptor == STREAMS) {
        errno = EMFILE;
        return NULL;
    }
    struct file *file = __secateur_find_file(name);
    if (file != NULL && (mode & EXCLUSIVE)) {
        errno = EEXIST;
        return NULL;
    }
    const char *input = NULL;
    if (file == NULL && (mode & CREATE)) {
        file = add_file(name, NULL, 0);
    } else if (file == NULL) {
        /* Nobody knows this file: it may be there when the program runs. */
        if (__secateur_either("missing file")) {
            errno = ENOENT;
            return NULL;
        }
        input = file_input_name(name);
    } else if (mode & TRUNCATE) {
        file->size = 0;
        file->unknown = 0;
    }
    struct stream *stream = &__secateur_streams[descriptor];
    *stream = (struct stream){.descriptor = descriptor,
                              .open = 1,
                              .readable = (mode & READ) != 0,
                              .writable = (mode & WRITE) != 0,
                              .appends = (mode & APPEND) != 0,
                              .file = file,
                              .name = input};
    return stream;
}

int __secateur_close(struct stream *stream) {
    if (!stream->open) {
        errno = EBADF;
        return -1;
    }
    stream->open = 0;
    return 0;
}

long __secateur_seek(struct stream *stream, long offset, int from) {
    enum { START, HERE, END };
    if (stream->descriptor == 0)
        attach_standard_input();
    struct file *file = stream->file;
    if (file == NULL) {
        errno = ESPIPE;
        return -1;
    }
    long base = from == START ? 0 : from == HERE ? (long)(stream->position - stream->pushed_count) : (long)file->size;
    if (from < START || from > END || base + offset < 0) {
        errno = EINVAL;
        return -1;
    }
    stream->position = (size_t)(base + offset);
    stream->pushed_count = 0;
    stream->ended = 0;
    return base + offset;
}
