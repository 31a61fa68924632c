// Takes a URL apart and decodes its path: url URL
// INPUT: arguments 1 1 16
// BUG: "%" and one digit at the end of the path: the second digit is read behind the terminator's place.
// SHOWS: decode
// CRASH: ftp://h/a%4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct url {
    char scheme[8];
    char host[16];
    unsigned port;
    char *path;
};

static int hex(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 0;
}

static void decode(char *path) {
    char *to = path;
    for (const char *from = path; *from != 0; from++) {
#ifdef FIXED
        if (*from == '%' && from[1] != 0 && from[2] != 0) {
#else
        if (*from == '%' && from[1] != 0) {
#endif
            *to++ = (char)(hex(from[1]) << 4 | hex(from[2]));
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
}

static int parse(struct url *url, const char *text) {
    const char *colon = strstr(text, "://");
    if (colon == NULL || (size_t)(colon - text) >= sizeof url->scheme)
        return 0;
    memcpy(url->scheme, text, (size_t)(colon - text));
    url->scheme[colon - text] = 0;
    const char *host = colon + 3;
    size_t length = strcspn(host, ":/");
    if (length == 0 || length >= sizeof url->host)
        return 0;
    memcpy(url->host, host, length);
    url->host[length] = 0;
    const char *rest = host + length;
    url->port = 80;
    if (*rest == ':') {
        char *end;
        url->port = (unsigned)strtoul(rest + 1, &end, 10);
        if (end == rest + 1 || url->port > 65535)
            return 0;
        rest = end;
    }
    if (*rest != '/')
        return 0;
    url->path = malloc(strlen(rest) + 1);
    if (url->path == NULL)
        return 0;
    strcpy(url->path, rest);
    decode(url->path);
    return 1;
}

int main(int argc, char **argv) {
    struct url url;
    if (argc != 2)
        return 2;
    if (!parse(&url, argv[1])) {
        printf("not a URL\n");
        return 1;
    }
    printf("%s %s %u %s\n", url.scheme, url.host, url.port, url.path);
    free(url.path);
    return 0;
}
