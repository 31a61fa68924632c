// Variables of the C library have the values they have before main.
// VERDICT: safe
// PATHS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int main(void) {
    assert(environ != NULL && *environ == NULL);
    assert(optind == 1 && opterr == 1 && optarg == NULL);
    assert(strcmp(tzname[0], "UTC") == 0 && daylight == 0 && timezone == 0);
    assert(program_invocation_name != NULL && strlen(program_invocation_short_name) > 0);
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
    assert(errno == 0);
    return 0;
}
