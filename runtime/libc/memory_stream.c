/* fmemopen and open_memstream: streams whose file is memory of the program.
 *
 * What is written waits in a buffer of glibc's size until it is flushed, and the program's memory changes then. What the program
 * changes there itself is read at once, where glibc may have read it before. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

void free(void *block);
void *malloc(size_t size);

/* BUFSIZ: what waits at most. */
enum { BUFFER = 8192 };
enum { START, HERE, END };

/* Memory of fmemopen: file->data is the program's, file->size how far it is filled, file->capacity its size. */
struct given {
    struct memory memory;
    char *pending;
    size_t pending_size, pending_room;
    /* It is this model's own. */
    _Bool own;
    /* Where glibc has once known its position it does not count what it flushes: who depends on that is not followed. */
    _Bool sought;
    /* A seek has failed, and glibc may have read ahead before it found out. */
    _Bool is_lost;
};

/* Memory of open_memstream: file->data is the model's, and what the program has is a copy of it as of the last flush. */
struct grown {
    struct memory memory;
    char **text;
    size_t *length;
    char *shown;
    size_t shown_room;
};

static struct stream *open_memory(struct memory *memory, struct stream stream) {
    struct stream *fresh = __secateur_allocate(sizeof *fresh);
    stream.descriptor = -1;
    stream.open = stream.redirected = stream.is_file = 1;
    *fresh = stream;
    fresh->file->memory = memory;
    memory->stream = fresh;
    memory->next = __secateur_memory;
    __secateur_memory = memory;
    return fresh;
}

static void close_memory(struct memory *memory) {
    struct memory **at = &__secateur_memory;
    while (*at != memory)
        at = &(*at)->next;
    *at = memory->next;
    free(memory->stream->file);
    free(memory);
}

/* Room for `end` bytes in memory of the model's. */
static char *enlarged(char *data, size_t used, size_t *room, size_t end) {
    if (end <= *room)
        return data;
    *room = 2 * end;
    char *larger = __secateur_allocate(*room);
    __builtin_memset(larger, 0, *room);
    __builtin_memcpy(larger, data, used);
    free(data);
    return larger;
}

/* As glibc's fmemopen takes a block: as much as there is room for, and a zero behind it where that fits, too. */
static size_t take(struct stream *stream, const char *from, size_t n) {
    struct file *file = stream->file;
    size_t at = stream->appends ? file->size : stream->position;
    _Bool lacks_end = from[n - 1] != 0;
    if (at + n > file->capacity) {
        /* glibc asks here where it has read to. */
        if (stream->appends && stream->readable)
            __secateur_not_modelled("appending more than fits to memory that is read, too");
        if (stream->position + lacks_end >= file->capacity) {
            errno = ENOSPC;
            return 0;
        }
        n = file->capacity - at;
    }
    __builtin_memcpy(file->data + at, from, n);
    stream->position = at + n;
    if (stream->position > file->size) {
        file->size = stream->position;
        if (file->size < file->capacity && lacks_end)
            file->data[file->size] = 0;
        else if (!stream->appends && lacks_end)
            file->data[file->capacity - 1] = 0;
    }
    return n;
}

static _Bool flush_given(struct stream *stream) {
    struct given *given = (struct given *)stream->file->memory;
    size_t n = given->pending_size;
    if (n == 0)
        return 1;
    given->pending_size = 0;
    stream->unflushed = 0;
    stream->position -= n;
    _Bool all = take(stream, given->pending, n) == n;
    stream->failed |= !all;
    if (given->sought)
        stream->file->unknown = "where a stream in memory stands after a seek and a flush";
    return all;
}

static size_t write_given(struct stream *stream, const char *from, size_t n) {
    struct given *given = (struct given *)stream->file->memory;
    if (n == 0)
        return 0;
    if (given->is_lost)
        __secateur_not_modelled(stream->file->unknown);
    if (given->pending_size + n > BUFFER)
        __secateur_not_modelled("more text in a stream of memory than its buffer holds");
    given->pending = enlarged(given->pending, given->pending_size, &given->pending_room, given->pending_size + n);
    __builtin_memcpy(given->pending + given->pending_size, from, n);
    given->pending_size += n;
    stream->position += n;
    stream->unflushed = 1;
    return given->memory.unbuffered && !flush_given(stream) ? 0 : n;
}

static long seek_given(struct stream *stream, long offset, int from) {
    struct given *given = (struct given *)stream->file->memory;
    if (stream->file->unknown != NULL && (given->is_lost || from == HERE))
        __secateur_not_modelled(stream->file->unknown);
    long at = __secateur_place(stream, offset, from, (long)stream->file->capacity);
    given->sought = 1;
    given->is_lost = at < 0;
    stream->file->unknown = at < 0 ? "where a stream in memory stands after a seek that failed" : NULL;
    return at;
}

static void close_given(struct stream *stream) {
    struct given *given = (struct given *)stream->file->memory;
    free(given->pending);
    if (given->own)
        free(stream->file->data);
    close_memory(&given->memory);
}

struct stream *fmemopen(void *memory, size_t size, const char *mode) {
    char kind = mode[0];
    if ((kind != 'r') & (kind != 'w') & (kind != 'a')) {
        errno = EINVAL;
        return NULL;
    }
    _Bool both = 0;
    for (size_t i = 1; mode[i] != 0; i++)
        both |= mode[i] == '+';
    char *own = NULL;
    if (memory == NULL) {
        if ((own = malloc(size)) == NULL)
            return NULL;
        if (size > 0)
            own[0] = 0;
    }
    char *data = memory == NULL ? own : memory;
    /* Whatever the size: glibc's way. */
    if (kind == 'w' && mode[1] == '+' && memory != NULL)
        data[0] = 0;
    size_t filled = kind == 'r' ? size : 0;
    if (kind == 'a')
        while (filled < size && data[filled] != 0)
            filled++;
    struct given *given = __secateur_allocate(sizeof *given);
    *given = (struct given){.memory = {.write = write_given, .flush = flush_given, .seek = seek_given, .close = close_given,
                                        .is_among_all = 1},
                            .own = own != NULL};
    struct file *file = __secateur_new_file((struct file){.kind = MEMORY, .data = data, .size = filled, .capacity = size});
    return open_memory(&given->memory, (struct stream){.readable = (kind == 'r') | both, .writable = (kind != 'r') | both,
                                                       .appends = kind == 'a', .file = file,
                                                       .position = kind == 'a' ? filled : 0});
}

static _Bool flush_grown(struct stream *stream) {
    struct file *file = stream->file;
    struct grown *grown = (struct grown *)file->memory;
    if (grown->shown == NULL || grown->shown_room < file->size + 1) {
        free(grown->shown);
        grown->shown_room = file->size < 64 ? 64 : 2 * file->size;
        grown->shown = __secateur_give(grown->shown_room);
        __builtin_memset(grown->shown, 0, grown->shown_room);
    }
    __builtin_memcpy(grown->shown, file->data, file->size);
    *grown->text = grown->shown;
    *grown->length = stream->position;
    stream->unflushed = 0;
    return 1;
}

static size_t write_grown(struct stream *stream, const char *from, size_t n) {
    struct file *file = stream->file;
    size_t end = stream->position + n;
    file->data = enlarged(file->data, file->size, &file->capacity, end);
    __builtin_memcpy(file->data + stream->position, from, n);
    stream->position = end;
    stream->unflushed = 1;
    file->size = end > file->size ? end : file->size;
    return n;
}

/* Behind the end it grows, with zeros. */
static long seek_grown(struct stream *stream, long offset, int from) {
    struct file *file = stream->file;
    /* To glibc the end may be where the stream stands. */
    if (from == END && stream->position != file->size)
        __secateur_not_modelled("a position from the end of a stream that grows and stands elsewhere");
    long at = __secateur_place(stream, offset, from, (long)(~0ul >> 1));
    if (at > (long)file->size) {
        file->data = enlarged(file->data, file->size, &file->capacity, (size_t)at);
        file->size = (size_t)at;
    }
    return at;
}

/* It ends where the stream stands. */
static void close_grown(struct stream *stream) {
    struct grown *grown = (struct grown *)stream->file->memory;
    size_t length = stream->position;
    free(grown->shown);
    char *text = __secateur_give(length + 1);
    __builtin_memcpy(text, stream->file->data, length);
    text[length] = 0;
    *grown->text = text;
    *grown->length = length;
    free(stream->file->data);
    close_memory(&grown->memory);
}

struct stream *open_memstream(char **text, size_t *length) {
    char *first = malloc(1);
    if (first == NULL)
        return NULL;
    free(first);
    struct grown *grown = __secateur_allocate(sizeof *grown);
    *grown = (struct grown){.memory = {.write = write_grown, .flush = flush_grown, .seek = seek_grown, .close = close_grown},
                            .text = text, .length = length};
    struct file *file = __secateur_new_file((struct file){.kind = MEMORY});
    return open_memory(&grown->memory, (struct stream){.writable = 1, .file = file});
}
