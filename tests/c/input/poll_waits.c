// A pipe that nobody writes to is waited for for ever: the path ends there.
// VERDICT: unknown
#include <poll.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    pipe(ends);
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    poll(&one, 1, -1);
    return 0;
}
