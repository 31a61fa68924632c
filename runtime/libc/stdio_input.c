/* Input of stdio.h: bytes, lines, blocks. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

void free(void *block);

extern struct stream *stdin;

int fgetc(struct stream *stream) { return __secateur_next(stream); }
int getc(struct stream *stream) { return __secateur_next(stream); }
int _IO_getc(struct stream *stream) { return __secateur_next(stream); }
int fgetc_unlocked(struct stream *stream) { return __secateur_next(stream); }
int getc_unlocked(struct stream *stream) { return __secateur_next(stream); }
int __uflow(struct stream *stream) { return __secateur_next(stream); }
int getchar(void) { return __secateur_next(stdin); }
int getchar_unlocked(void) { return __secateur_next(stdin); }

int ungetc(int byte, struct stream *stream) {
    __secateur_push_back(stream, byte);
    return byte == END_OF_FILE ? END_OF_FILE : (unsigned char)byte;
}

char *fgets(char *to, int n, struct stream *stream) {
    if (n <= 0)
        return NULL;
    if (n == 1) {
        to[0] = 0;
        return to;
    }
    return __secateur_read_text(stream, to, (size_t)n - 1, NEWLINE_KEPT).length == 0 ? NULL : to;
}

char *fgets_unlocked(char *to, int n, struct stream *stream) { return fgets(to, n, stream); }

/* Without a limit but the room there is: one byte more does not fit. */
char *gets(char *to) {
    struct taken taken = __secateur_read_text(stdin, to, __secateur_room(to), NEWLINE_DROPPED);
    return (taken.length == 0 && !taken.delimited) ? NULL : to;
}

size_t fread(void *to, size_t size, size_t n, struct stream *stream) {
    size_t total;
    if (size == 0 || n == 0)
        return 0;
    if (__builtin_mul_overflow(size, n, &total))
        total = (size_t)-1;
    size_t count = __secateur_read_block(stream, to, total);
    return size == 1 ? count : count / size;
}

size_t fread_unlocked(void *to, size_t size, size_t n, struct stream *stream) { return fread(to, size, n, stream); }

int getw(struct stream *stream) {
    int word;
    return fread(&word, sizeof word, 1, stream) == 1 ? word : END_OF_FILE;
}

long getdelim(char **line, size_t *size, int delimiter, struct stream *stream) {
    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    size_t count = 0;
    int error = *line == NULL || *size == 0 ? __secateur_fails("allocation") : 0;
    if (error != 0) {
        errno = error;
        return -1;
    }
    for (;;) {
        if (*line == NULL || count + 2 > *size) {
            size_t wanted = *line == NULL || *size < 60 ? 120 : 2 * *size;
            char *larger = __secateur_give(wanted);
            if (*line != NULL)
                __builtin_memcpy(larger, *line, count);
            free(*line);
            *line = larger;
            *size = wanted;
        }
        if (delimiter == '\n') {
            /* As much as there is room for, without a fork for each byte. */
            struct taken taken = __secateur_read_text(stream, *line + count, *size - count - 1, NEWLINE_KEPT);
            count += taken.length;
            if (taken.delimited || stream->ended)
                break;
            continue;
        }
        int byte = __secateur_next(stream);
        if (byte == END_OF_FILE)
            break;
        (*line)[count++] = (char)byte;
        (*line)[count] = 0;
        if (byte == delimiter)
            break;
    }
    return count == 0 ? -1 : (long)count;
}

long __getdelim(char **line, size_t *size, int delimiter, struct stream *stream) {
    return getdelim(line, size, delimiter, stream);
}

long getline(char **line, size_t *size, struct stream *stream) { return getdelim(line, size, '\n', stream); }
