// Variables of the C library have the values they have before main.
// VERDICT: safe
// PATHS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int main(void) {
    assert(environ != NULL && *environ == NULL);
    assert(optind == 1 && opterr == 1 && optarg == NULL);
    assert(strcmp(tzname[0], "GMT") == 0 && daylight == 0 && timezone == 0);
    tzset();
    assert(strcmp(tzname[0], "UTC") == 0 && daylight == 0 && timezone == 0);
    assert(program_invocation_name != NULL && strlen(program_invocation_short_name) > 0);
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
    assert(errno == 0 && h_errno == 0 && signgam == 0);
    volatile double x = -0.5;
    assert(lgamma(x) > 1 && signgam == -1);
    return 0;
}
