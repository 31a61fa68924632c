/* How a run ends.
 *
 * Notes go to the file SECATEUR_REPLAY_NOTE, apart from whatever the program prints. The box a test runs in is built
 * before the program starts.
 */
#include "replay.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The last one stands: a program may go on behind an assertion, in its handler of SIGABRT. */
static void note(const char *text) {
    const char *path = getenv("SECATEUR_REPLAY_NOTE");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file < 0)
        return;
    /* A note that cannot be written is missed by its reader, who then sees a plain abort. */
    ssize_t written = write(file, text, strlen(text));
    (void)written;
    close(file);
}

void secateur_replay_fail(const char *kind) {
    note(kind);
    abort();
}

/* Counters of a coverage build are written by exit handlers; the program's own handlers must not run. */
REPLACEABLE int __llvm_profile_write_file(void);

void secateur_replay_stop(const char *reason, int status) {
    note(reason);
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
    _exit(status);
}

/* assert() of the C library, so that a failed one is told from another abort. */
REPLACEABLE void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)expression, (void)file, (void)line, (void)function;
    secateur_replay_fail("assertion-failure");
}
