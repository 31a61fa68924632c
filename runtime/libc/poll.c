/* poll.h and sys/select.h: what could be read or written now without waiting.
 *
 * Files always can, pipes by what is in them. Whether the other end of a stream nobody knows has said something is an input; who
 * waits without a limit of time waits until something has. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

/* Values of Linux. */
enum { POLLIN = 1, POLLOUT = 4, POLLERR = 8, POLLHUP = 16, POLLNVAL = 32, POLLRDNORM = 64, POLLWRNORM = 256 };
enum { READABLE = POLLIN | POLLRDNORM, WRITABLE = POLLOUT | POLLWRNORM };
/* What a pipe holds, and what it must have room for. */
enum { PIPE_SIZE = 65536, PIPE_PART = 4096 };

struct pollfd {
    int fd;
    short events, revents;
};

static short of_pipe(const struct stream *stream) {
    const struct file *file = stream->file;
    int ready = 0;
    if (stream->readable)
        ready |= (stream->position < file->size ? READABLE : 0) | (file->writers == 0 ? POLLHUP : 0);
    if (stream->writable) {
        /* Of what was read nobody keeps account here. */
        if (file->size > PIPE_SIZE - PIPE_PART)
            __secateur_not_modelled("whether a full pipe can be written to");
        ready |= WRITABLE | (file->readers == 0 ? POLLERR : 0);
    }
    return (short)ready;
}

/* Inputs are called after the descriptor (runtime/replay/waiting.c). */
static _Bool is_silent(int descriptor) {
    char name[] = "nothing to read from 00";
    name[sizeof name - 3] = (char)('0' + descriptor / 10);
    name[sizeof name - 2] = (char)('0' + descriptor % 10);
    return __secateur_fresh_value(name, 1) & 1;
}

/* What is ready of what is asked for. */
static short ready(int descriptor, short events) {
    struct stream *stream = __secateur_stream_of(descriptor);
    if (stream == NULL)
        return POLLNVAL;
    int all = events | POLLERR | POLLHUP;
    if (stream->file != NULL)
        return (short)((stream->file->kind == PIPE ? of_pipe(stream) : READABLE | WRITABLE) & all);
    if (stream->record != NULL)
        return (short)((READABLE | WRITABLE) & all);
    int can = stream->writable ? WRITABLE : 0;
    if (!stream->readable || !(events & READABLE))
        return (short)(can & all);
    if ((stream->pushed_count > 0) | stream->ended)
        return (short)((can | READABLE) & all);
    /* Without a fork. */
    int silent = is_silent(descriptor);
    return (short)((can | (READABLE & (silent - 1))) & all);
}

/* Nothing is ready. With a limit of time it is up; without one something is, after a while, if it can be. */
static void settle(_Bool for_ever, _Bool any) {
    if (!for_ever)
        return;
    if (__secateur_certainly(!any))
        __secateur_not_modelled("waiting for what never comes: the program would wait for ever");
    klee_assume(any);
}

static int poll_all(struct pollfd *all, unsigned long n, _Bool for_ever) {
    int count = 0, before = errno;
    for (unsigned long i = 0; i < n; i++) {
        all[i].revents = all[i].fd < 0 ? 0 : ready(all[i].fd, all[i].events);
        count += all[i].revents != 0;
    }
    errno = before;
    settle(for_ever, count > 0);
    return count;
}

int poll(struct pollfd *all, unsigned long n, int milliseconds) { return poll_all(all, n, milliseconds < 0); }

static _Bool is_valid(long seconds, long rest, long whole) {
    if ((seconds >= 0) & (rest >= 0) & (rest < whole))
        return 1;
    errno = EINVAL;
    return 0;
}

int ppoll(struct pollfd *all, unsigned long n, const struct timespec *limit, const void *signals) {
    (void)signals;
    if (limit != NULL && !is_valid(limit->tv_sec, limit->tv_nsec, 1000000000))
        return -1;
    return poll_all(all, n, limit == NULL);
}

/* fd_set. */
enum { SET = 1024, WORD = 64 };

static _Bool is_in(const unsigned long *set, int descriptor) {
    return set != NULL && (set[descriptor / WORD] >> descriptor % WORD & 1);
}

static void put(unsigned long *set, int descriptor, _Bool in) {
    if (set != NULL)
        set[descriptor / WORD] = (set[descriptor / WORD] & ~(1ul << descriptor % WORD)) | (unsigned long)in << descriptor % WORD;
}

static int select_all(int n, unsigned long *read, unsigned long *write, unsigned long *other, _Bool for_ever) {
    if (n < 0) {
        errno = EINVAL;
        return -1;
    }
    n = n < SET ? n : SET;
    for (int i = 0; i < n; i++)
        if ((is_in(read, i) || is_in(write, i) || is_in(other, i)) && __secateur_stream_of(i) == NULL)
            return -1;
    int count = 0;
    for (int i = 0; i < n; i++) {
        int events = (is_in(read, i) ? POLLIN : 0) | (is_in(write, i) ? POLLOUT : 0);
        int now = events == 0 ? 0 : ready(i, (short)events);
        _Bool in = ((events & POLLIN) != 0) & ((now & (POLLIN | POLLHUP | POLLERR)) != 0);
        _Bool out = ((events & POLLOUT) != 0) & ((now & (POLLOUT | POLLERR)) != 0);
        put(read, i, in), put(write, i, out), put(other, i, 0);
        count += in + out;
    }
    settle(for_ever, count > 0);
    return count;
}

/* Linux says how much of the time is left. */
int select(int n, unsigned long *read, unsigned long *write, unsigned long *other, struct timeval *limit) {
    if (limit != NULL) {
        /* More microseconds than a second has are seconds. */
        if ((limit->tv_sec < 0) | (limit->tv_usec < 0)) {
            errno = EINVAL;
            return -1;
        }
    }
    int count = select_all(n, read, write, other, limit == NULL);
    if (limit != NULL && count >= 0) {
        long seconds = (long)__secateur_fresh_fact("seconds left", 8), rest = (long)__secateur_fresh_fact("microseconds left", 8);
        long whole = limit->tv_sec + limit->tv_usec / 1000000, part = limit->tv_usec % 1000000;
        klee_assume((seconds >= 0) & (rest >= 0) & (rest < 1000000) & ((seconds < whole) | ((seconds == whole) & (rest <= part))));
        limit->tv_sec = count == 0 ? 0 : seconds;
        limit->tv_usec = count == 0 ? 0 : rest;
    }
    return count;
}

int pselect(int n, unsigned long *read, unsigned long *write, unsigned long *other, const struct timespec *limit, const void *signals) {
    (void)signals;
    if (limit != NULL && !is_valid(limit->tv_sec, limit->tv_nsec, 1000000000))
        return -1;
    return select_all(n, read, write, other, limit == NULL);
}
