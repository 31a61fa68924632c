/* The inside of the replay runtime: what the annotation functions are made of.
 *
 * The runtime is linked to a native build of the program. It hands out the inputs of one test file and notes how a run
 * ended where the operating system and the sanitizers cannot tell.
 */
#ifndef SECATEUR_REPLAY_H
#define SECATEUR_REPLAY_H

#include <stddef.h>

/* A function the program may define itself: its own definition is used then. */
#define REPLACEABLE __attribute__((weak))

/* Fills size bytes with the next input of this name. The n-th one after the first is called name_n. A test that has no
 * such input is used up: the run ends. */
void secateur_replay_input(const char *name, void *bytes, size_t size);

/* The error with which the next operation of this kind fails in the test; 0 where it does not. */
int secateur_replay_failure(const char *operation);

/* Whether an allocation fails now; errno is set then. */
int secateur_replay_refuses_memory(void);

/* A yes or no of the test; -1 where it says nothing of this. */
int secateur_replay_decision(const char *name);

/* The same for a whole object, whose size only the test knows, given an address in it. */
void secateur_replay_whole_input(const char *name, void *inside);

/* All bytes of a stream the test has, or NULL. */
const void *secateur_replay_stream(const char *name, size_t *size);

/* A file of the test as a descriptor, or -1. */
int secateur_replay_file(const char *name);

/* Whether the test says that a file is missing (1) or there (0); -1 where it says nothing. Said once, it stays so. */
int secateur_replay_is_missing(const char *name);

/* A name as the test has it. */
const char *secateur_replay_name(const char *name);

/* Whether changing what is there under a name fails in the test, with errno set. */
int secateur_replay_change_fails(const char *name);

/* A name that the program has removed, and one that it has made. */
void secateur_replay_is_gone(const char *name);
void secateur_replay_is_made(const char *name);

/* A name relative to a folder, as it is from the program's own; NULL: there is no such folder. */
const char *secateur_replay_name_in(int folder, const char *name, char whole[8192]);

/* The size of the object at this address, which becomes its first; 0 where nobody knows. */
size_t secateur_replay_object(void **address);

/* Ends the run in the way of abort(), noted as this kind of bug. */
__attribute__((noreturn)) void secateur_replay_fail(const char *kind);

/* Ends the run in silence, noted with this reason. */
__attribute__((noreturn)) void secateur_replay_stop(const char *reason, int status);

#endif
