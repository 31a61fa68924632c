// Options are found behind other words, which end up behind them, each option with its argument; a long one may be shortened.
// VERDICT: safe
#define _GNU_SOURCE
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const struct option options[] = {
    {"all", no_argument, NULL, 'a'}, {"file", required_argument, NULL, 'f'}, {"format", optional_argument, NULL, 'o'}, {0}};

static void reads(int count, char **words, const char *letters, const char *expected) {
    char seen[16] = "";
    int option;
    optind = 0;
    while ((option = getopt_long(count, words, letters, options, NULL)) != -1)
        strncat(seen, (char[]){(char)option, 0}, 1);
    assert(strcmp(seen, expected) == 0);
}

int main(void) {
    unsetenv("POSIXLY_CORRECT");
    opterr = 0;
    char *mixed[] = {"p", "one", "-f", "x", "two", "--all", "--", "-a", NULL};
    reads(8, mixed, "af:", "fa");
    assert(optind == 5 && strcmp(mixed[5], "one") == 0 && strcmp(mixed[6], "two") == 0 && strcmp(mixed[7], "-a") == 0);
    assert(strcmp(mixed[1], "-f") == 0 && strcmp(mixed[2], "x") == 0 && strcmp(mixed[3], "--all") == 0);

    char *in_order[] = {"p", "-a", "one", "-a", NULL};
    reads(4, in_order, "+a", "a");
    assert(optind == 2);

    char *shortened[] = {"p", "--al", "--fi=y", "--f", "--for=z", "--nothing", "--all=1", NULL};
    reads(7, shortened, "", "af?o??");

    char *lacks[] = {"p", "-f", NULL};
    reads(2, lacks, ":f:", ":");
    assert(optopt == 'f');
    setenv("POSIXLY_CORRECT", "1", 1);
    char *posix[] = {"p", "one", "-a", NULL};
    reads(3, posix, "a", "");
    assert(optind == 1);
    return 0;
}
