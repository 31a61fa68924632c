/* sys/socket.h: endless streams whose peer may say anything; whatever can fail may fail. */
#include <errno.h>
#include <stddef.h>

#include "stream.h"

long read(int descriptor, void *to, size_t n);
long write(int descriptor, const void *from, size_t n);

static int new_socket(void) {
    return __secateur_new_stream(0, (struct stream){.readable = 1, .writable = 1, .name = "socket"})->descriptor;
}

static int may_fail(int descriptor, int error, int result) {
    if (__secateur_stream_of(descriptor) == NULL)
        return -1;
    if (!__secateur_fails("socket"))
        return result;
    errno = error;
    return -1;
}

int socket(int domain, int type, int protocol) {
    (void)domain, (void)type, (void)protocol;
    return __secateur_fails("socket") ? (errno = EACCES, -1) : new_socket();
}

/* The address of the peer, of which nobody knows anything: any bytes of the size that internet addresses have. */
static void give_address(void *address, unsigned *length) {
    enum { SIZE = 16 };
    if (address == NULL)
        return;
    unsigned room = *length < SIZE ? *length : SIZE;
    for (unsigned i = 0; i < room; i++)
        ((unsigned char *)address)[i] = (unsigned char)__secateur_fresh_fact("address of the peer", 1);
    *length = SIZE;
}

int accept(int descriptor, void *address, void *length) {
    if (__secateur_stream_of(descriptor) == NULL)
        return -1;
    if (__secateur_fails("socket"))
        return errno = ECONNABORTED, -1;
    give_address(address, length);
    return new_socket();
}

int connect(int descriptor, const void *address, unsigned length) {
    __secateur_look_at(address, address == NULL ? 0 : length);
    return may_fail(descriptor, ECONNREFUSED, 0);
}

int bind(int descriptor, const void *address, unsigned length) {
    __secateur_look_at(address, address == NULL ? 0 : length);
    return may_fail(descriptor, EADDRINUSE, 0);
}

int listen(int descriptor, int waiting) { return (void)waiting, may_fail(descriptor, EADDRINUSE, 0); }

int shutdown(int descriptor, int how) {
    if (__secateur_stream_of(descriptor) == NULL)
        return -1;
    if (how >= 0 && how <= 2)
        return 0;
    errno = EINVAL;
    return -1;
}

int setsockopt(int descriptor, int level, int option, const void *value, unsigned length) {
    (void)level, (void)option;
    __secateur_look_at(value, value == NULL ? 0 : length);
    return __secateur_stream_of(descriptor) == NULL ? -1 : 0;
}

/* One message: any number of bytes up to n, or an error. */
long recv(int descriptor, void *to, size_t n, int flags) {
    (void)flags;
    if (__secateur_fails("socket")) {
        errno = ECONNRESET;
        return -1;
    }
    return read(descriptor, to, n);
}

long recvfrom(int descriptor, void *to, size_t n, int flags, void *address, void *length) {
    long count = recv(descriptor, to, n, flags);
    if (count >= 0)
        give_address(address, length);
    return count;
}

long send(int descriptor, const void *from, size_t n, int flags) {
    (void)flags;
    return write(descriptor, from, n);
}

long sendto(int descriptor, const void *from, size_t n, int flags, const void *address, unsigned length) {
    __secateur_look_at(address, address == NULL ? 0 : length);
    return send(descriptor, from, n, flags);
}

/* netdb.h: no name is ever looked up. */
int *__h_errno_location(void) {
    static int number;
    return &number;
}

const unsigned char in6addr_any[16], in6addr_loopback[16] = {[15] = 1};

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
