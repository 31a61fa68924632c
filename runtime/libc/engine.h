/* What the engine gives the models beyond C. Natively, tests/libc/engine.c stands in.
 *
 * The functions have no definition here: calls of them are handled by the engine (crates/machine/src/libc/stream.rs).
 */
#ifndef SECATEUR_LIBC_ENGINE_H
#define SECATEUR_LIBC_ENGINE_H

#include <stddef.h>

/* Whether the condition is known to hold without asking a solver. A loop over symbolic text that collects its result
 * with selects may stop where this is true. */
_Bool __secateur_certainly(_Bool condition);

/* text[index], or 0 outside of text's object: what a select is going to throw away may be read anywhere. */
unsigned char __secateur_peek(const char *text, size_t index);

/* Bytes from this address to the end of its object; 0 for what is none. */
size_t __secateur_room(const char *text);

/* The size of the whole object: never symbolic where the room may be. */
size_t __secateur_capacity(const char *text);

/* n fresh bytes of an input stream. */
void __secateur_fresh_bytes(const char *stream, void *to, size_t n);

/* How many of the last fresh bytes belong to the input: the others were never asked for. */
void __secateur_used(size_t n);

/* A number written as text in an input stream; `conversion` is a letter of scanf. */
unsigned long __secateur_fresh_integer(const char *stream, char conversion, unsigned bytes);
double __secateur_fresh_double(const char *stream);

/* A value of the environment that is an input of its own, such as what rand() returns. */
unsigned long __secateur_fresh_value(const char *name, unsigned bytes);

/* The same for what only the system knows and no test can hold, such as the number of its processors. */
unsigned long __secateur_fresh_fact(const char *name, unsigned bytes);

/* The same for what shows in the other inputs, such as where a stream ends: no test has to hold it. */
unsigned long __secateur_implied(const char *name, unsigned bytes);

/* A decision of the environment that shows in the inputs: both ways are explored. */
_Bool __secateur_either(const char *what);

/* Memory that a function of the system reads or writes without the program seeing what: it has to be there. */
static inline void __secateur_look_at(const void *block, size_t size) {
    const volatile char *bytes = block;
    if (size > 0)
        (void)bytes[0], (void)bytes[size - 1];
}

/* Whether the next operation of this kind ("open", "write", "read", "change", "socket") fails, where such failures are asked for:
 * 0, or the value errno gets. Both ways are explored, and a failure is part of the test. */
int __secateur_fails(const char *operation);

/* Memory for what a model keeps: never refused. free() takes it back. */
void *__secateur_allocate(size_t size);

/* The same in whole pages, all zero. */
void *__secateur_pages(size_t size);

/* Memory for the program, which has to give it back: never refused either. */
void *__secateur_give(size_t size);

/* How far two places of one object are from each other, in bytes; the largest number for places in different objects. */
size_t __secateur_apart(const void *to, const void *from);

/* Bugs of the caller: a copy whose source and destination overlap, a stream that was closed. */
_Noreturn void __secateur_overlapping_copy(void);
_Noreturn void __secateur_closed_stream(void);

/* The contents of a file that exists before the program starts, symbolic or real; NULL where there is none. */
char *__secateur_existing_file(const char *name, size_t *size);

/* The folder the program runs in, absolute. */
const char *__secateur_folder(void);

/* Whether no byte of this string is symbolic. */
_Bool __secateur_is_known(const char *text);

/* The names in a real folder, each with a zero behind it; NULL for what is no folder. */
const char *__secateur_listing(const char *folder, size_t *size);

/* How many symbolic files there are: A, B, ... */
unsigned __secateur_files_given(void);

/* A fresh value of an environment variable, of at most ENVIRONMENT_LENGTH bytes. */
char *__secateur_environment_string(const char *name);
#define ENVIRONMENT_LENGTH 64

/* Ends the path: something was met that is not modelled. */
_Noreturn void __secateur_not_modelled(const char *what);

#endif
