// What socket functions read and write has to be there.
// VERDICT: unsafe
#include <netinet/in.h>
#include <sys/socket.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0)
        return 1;
    struct sockaddr_in to = {0};
    char text[8] = "abc", small[4];
    unsigned length = 16;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        return sendto(s, text, 9, 0, (struct sockaddr *)&to, sizeof to) == 77; // BUG: out-of-bounds-read
    case 1:
        return setsockopt(s, SOL_SOCKET, SO_REUSEADDR, small + 3, 4) == 77; // BUG: out-of-bounds-read
    case 2:
        return bind(s, (struct sockaddr *)small, 16) == 77; // BUG: out-of-bounds-read
    case 3:
        return accept(s, (struct sockaddr *)small, &length) == 77; // BUG: out-of-bounds-write
    }
    return 0;
}
