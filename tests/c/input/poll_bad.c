// Nothing may come before the time is up, and something may.
// VERDICT: unsafe
#include <assert.h>
#include <poll.h>
#include <sys/select.h>

int main(void) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    int count = poll(&input, 1, 100);
    assert(count == 1);  // BUG: assertion-failure
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    struct timeval limit = {1, 0};
    assert(select(1, &set, 0, 0, &limit) == 0);  // BUG: assertion-failure
    return 0;
}
