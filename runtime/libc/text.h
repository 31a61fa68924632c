/* Reading strings whose end is symbolic, without a fork: read on with selects, and answer for the end afterwards. */
#ifndef SECATEUR_LIBC_TEXT_H
#define SECATEUR_LIBC_TEXT_H

#include <stddef.h>

#include "engine.h"

/* A string that has no end in its object: the caller reads what is behind it. */
static inline void read_behind(const char *text) { (void)*(const volatile char *)(text + __secateur_room(text)); }

/* The number of characters before the end, at most `most`. */
static inline size_t length_up_to(const char *text, size_t most) {
    size_t room = __secateur_room(text), capacity = __secateur_capacity(text), length = 0;
    _Bool done = 0;
    for (size_t i = 0; i < most && i < capacity && !__secateur_certainly(done); i++) {
        done |= (__secateur_peek(text, i) == 0) | (i >= room);
        length = done ? length : i + 1;
    }
    /* Stopped by its object's end, not by its own. */
    if ((length == room) & (length < most))
        read_behind(text);
    return length;
}

#endif
