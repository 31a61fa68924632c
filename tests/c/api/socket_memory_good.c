// The address of a peer is one of sixteen bytes, of which as many are given as there is room for.
// VERDICT: safe
#include <assert.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    int on = 1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    char small[4];
    unsigned length = sizeof small;
    int peer = accept(s, (struct sockaddr *)small, &length);
    assert(peer < 0 || length == 16);
    if (peer >= 0)
        send(peer, small, sizeof small, 0);
    return accept(s, NULL, NULL) == 1000;
}
