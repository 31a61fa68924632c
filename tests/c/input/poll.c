// What is ready: files and pipes by what is in them, standard input by an input; bad descriptors and times are errors.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    assert(pipe(ends) == 0);
    struct pollfd all[] = {{.fd = ends[0], .events = POLLIN}, {.fd = ends[1], .events = POLLOUT}, {.fd = -1}, {.fd = 40}};
    assert(poll(all, 4, 0) == 2);
    assert(all[0].revents == 0 && all[1].revents == POLLOUT && all[2].revents == 0 && all[3].revents == POLLNVAL);
    assert(write(ends[1], "x", 1) == 1);
    close(ends[1]);
    assert(poll(all, 1, -1) == 1 && all[0].revents == (POLLIN | POLLHUP));

    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    struct timeval none = {0, 0};
    assert(select(ends[0] + 1, &set, 0, 0, &none) == 1 && FD_ISSET(ends[0], &set));
    FD_SET(40, &set);
    assert(select(41, &set, 0, 0, &none) == -1 && errno == EBADF);
    assert(pselect(0, 0, 0, 0, &(struct timespec){0, -1}, 0) == -1 && errno == EINVAL);

    /* Without a limit of time something is ready. */
    struct pollfd input = {.fd = 0, .events = POLLIN};
    assert(poll(&input, 1, -1) == 1 && input.revents == POLLIN);
    return 0;
}
