/* poll and select: a stream of which the test says that nothing is to be read from it is not ready. */
#define _GNU_SOURCE
#include "replay.h"

#include <poll.h>
#include <stdio.h>
#include <sys/select.h>
#include <time.h>

/* Whether there is nothing to read; -1 where the test says nothing of that. Standard input is there then: a test may end before the
 * question comes up. */
static int silence(int descriptor) {
    char name[] = "nothing to read from 00";
    snprintf(name + sizeof name - 3, 3, "%02d", descriptor % 100);
    int decision = secateur_replay_decision(name);
    return decision < 0 && descriptor == 0 ? 0 : decision;
}

static const struct timespec at_once;

/* What the test says of a stream is asked for once for each call, in the order of the descriptors. The other end of one that is silent
 * has not gone, either. */
int __wrap_ppoll(struct pollfd *all, nfds_t n, const struct timespec *limit, const sigset_t *signals) {
    signed char silent[n + 1];
    for (nfds_t i = 0; i < n; i++)
        silent[i] = all[i].fd >= 0 && (all[i].events & (POLLIN | POLLRDNORM)) ? (signed char)silence(all[i].fd) : -1;
    int is_valid = !limit || (limit->tv_sec >= 0 && limit->tv_nsec >= 0 && limit->tv_nsec < 1000000000);
    int count = ppoll(all, n, is_valid ? &at_once : limit, signals);
    for (nfds_t i = 0; i < n && count >= 0; i++) {
        if (silent[i] < 0 || all[i].revents & POLLNVAL)
            continue;
        /* What stands for the stream here may have ended already, which is something to read. */
        int was_ready = all[i].revents != 0, others = all[i].revents & (POLLOUT | POLLWRNORM | POLLERR);
        all[i].revents = (short)(others | (silent[i] ? 0 : all[i].events & (POLLIN | POLLRDNORM)));
        count += (all[i].revents != 0) - was_ready;
    }
    return count;
}

int __wrap_poll(struct pollfd *all, nfds_t n, int milliseconds) {
    (void)milliseconds;
    return __wrap_ppoll(all, n, NULL, NULL);
}

static void leave_out_silent(int n, fd_set *read) {
    for (int i = 0; read && i < n && i < FD_SETSIZE; i++)
        if (FD_ISSET(i, read) && silence(i) == 1)
            FD_CLR(i, read);
}

int __wrap_select(int n, fd_set *read, fd_set *write, fd_set *other, struct timeval *limit) {
    leave_out_silent(n, read);
    struct timeval none = {0, 0};
    if (limit && limit->tv_sec >= 0 && limit->tv_usec >= 0)
        *limit = none;
    return select(n, read, write, other, limit ? limit : &none);
}

int __wrap_pselect(int n, fd_set *read, fd_set *write, fd_set *other, const struct timespec *limit, const sigset_t *signals) {
    int is_valid = !limit || (limit->tv_sec >= 0 && limit->tv_nsec >= 0 && limit->tv_nsec < 1000000000);
    leave_out_silent(n, read);
    return pselect(n, read, write, other, is_valid ? &at_once : limit, signals);
}
