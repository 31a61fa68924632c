// Reads a request line and headers, and a body of Content-Length bytes.
// INPUT: stdin
// BUG: a negative Content-Length passes the test for too long a body.
// SHOWS: read_body
// CRASH: POST / HTTP/1.1\r\nContent-Length: -2\r\n\r\nab
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE = 96, BODY = 64 };

struct request {
    char method[8];
    char path[32];
    int length, keep_alive, headers;
};

static int read_line(char *line) {
    if (fgets(line, LINE, stdin) == NULL)
        return 0;
    line[strcspn(line, "\r\n")] = 0;
    return 1;
}

static int request_line(struct request *request, const char *line) {
    const char *space = strchr(line, ' ');
    if (space == NULL || space - line >= (int)sizeof request->method)
        return 0;
    memcpy(request->method, line, (size_t)(space - line));
    request->method[space - line] = 0;
    const char *path = space + 1;
    const char *end = strchr(path, ' ');
    if (end == NULL || end - path >= (int)sizeof request->path)
        return 0;
    memcpy(request->path, path, (size_t)(end - path));
    request->path[end - path] = 0;
    return strncmp(end + 1, "HTTP/1.", 7) == 0;
}

static void header(struct request *request, char *line) {
    char *colon = strchr(line, ':');
    if (colon == NULL)
        return;
    *colon = 0;
    char *value = colon + 1;
    while (*value == ' ')
        value++;
    request->headers++;
    if (strcasecmp(line, "Content-Length") == 0)
        request->length = atoi(value);
    else if (strcasecmp(line, "Connection") == 0)
        request->keep_alive = strcasecmp(value, "keep-alive") == 0;
}

static void read_body(const struct request *request) {
    char body[BODY + 1];
    if (request->length > BODY) {
        printf("413\n");
        return;
    }
#ifdef FIXED
    if (request->length < 0) {
        printf("400\n");
        return;
    }
#endif
    int n = 0, c;
    while (n < request->length && (c = getchar()) != EOF)
        body[n++] = (char)c;
    body[request->length] = 0;
    printf("%d bytes for %s\n", n, request->path);
}

int main(void) {
    struct request request;
    char line[LINE];
    memset(&request, 0, sizeof request);
    if (!read_line(line) || !request_line(&request, line)) {
        printf("400\n");
        return 1;
    }
    while (read_line(line) && line[0] != 0)
        header(&request, line);
    if (strcmp(request.method, "POST") == 0)
        read_body(&request);
    return 0;
}
