/* signal.h. No signal arrives from outside, so handlers are called by raise alone, and masks are kept only to be given back. A
 * signal that ends the program ends it with the status a shell would show. kill is not here. */
#include <errno.h>
#include <stddef.h>

#include "engine.h"

enum { LAST = 64, KILL = 9, STOP = 19 };

typedef void (*handler)(int);

/* As Linux and glibc have it on x86-64. */
struct sigaction {
    handler function;
    unsigned long mask[16];
    int flags;
    void (*restorer)(void);
};

static struct sigaction actions[LAST + 1];

/* Whether the program has ever handled a signal: only then does one interrupt a call and let it go on. */
_Bool __secateur_handles_signals;

static void note(const struct sigaction *action) {
    handler ignores = (handler)1;
    __secateur_handles_signals |= action->function != NULL && action->function != ignores;
}

static _Bool is_signal(int number) {
    if (number >= 1 && number <= LAST)
        return 1;
    errno = EINVAL;
    return 0;
}

static _Bool can_be_caught(int number) {
    if (!is_signal(number))
        return 0;
    if (number != KILL && number != STOP)
        return 1;
    errno = EINVAL;
    return 0;
}

handler signal(int number, handler function) {
    if (!can_be_caught(number))
        return (handler)-1;
    handler old = actions[number].function;
    actions[number] = (struct sigaction){.function = function};
    note(&actions[number]);
    return old;
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (action == NULL ? !is_signal(number) : !can_be_caught(number))
        return -1;
    struct sigaction before = actions[number];
    if (action != NULL) {
        actions[number] = *action;
        note(action);
    }
    if (old != NULL)
        *old = before;
    return 0;
}

/* A set is 1024 bits, of which the kernel knows 64. */
struct set {
    unsigned long words[16];
};

int sigemptyset(struct set *set) { return *set = (struct set){0}, 0; }

int sigfillset(struct set *set) {
    for (int i = 0; i < 16; i++)
        set->words[i] = ~0ul;
    return 0;
}

int sigaddset(struct set *set, int number) {
    if (!is_signal(number))
        return -1;
    set->words[0] |= 1ul << (number - 1);
    return 0;
}

int sigdelset(struct set *set, int number) {
    if (!is_signal(number))
        return -1;
    set->words[0] &= ~(1ul << (number - 1));
    return 0;
}

int sigismember(const struct set *set, int number) {
    return is_signal(number) ? (int)(set->words[0] >> (number - 1) & 1) : -1;
}

int sigprocmask(int how, const struct set *set, struct set *old) {
    enum { BLOCK, UNBLOCK, SET };
    static struct set blocked;
    struct set before = blocked;
    if (set != NULL && (how < BLOCK || how > SET)) {
        errno = EINVAL;
        return -1;
    }
    if (set != NULL)
        blocked.words[0] = how == BLOCK     ? before.words[0] | set->words[0]
                           : how == UNBLOCK ? before.words[0] & ~set->words[0]
                                            : set->words[0];
    if (old != NULL)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const struct set *set, struct set *old) {
    int saved = errno, result = sigprocmask(how, set, old), error = errno;
    errno = saved;
    return result == 0 ? 0 : error;
}

int sigpending(struct set *set) { return *set = (struct set){0}, 0; }
int siginterrupt(int number, int flag) { return (void)flag, is_signal(number) ? 0 : -1; }

_Noreturn void abort(void);
_Noreturn void _exit(int status);

int raise(int number) {
    enum { ABORT = 6, CHILD = 17, CONTINUE = 18, URGENT = 23, WINDOW = 28, RESET_HAND = (int)0x80000000 };
    if (!is_signal(number))
        return -1;
    handler function = actions[number].function;
    if (function == (handler)1)
        return 0;
    if (function != (handler)0) {
        if (actions[number].flags & RESET_HAND)
            actions[number].function = (handler)0;
        function(number);
        return 0;
    }
    if (number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW)
        return 0;
    if (number >= STOP && number <= 22)
        __secateur_not_modelled("a signal that stops the program");
    if (number == ABORT)
        abort();
    _exit(128 + number);
}

int gsignal(int number) { return raise(number); }
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }
