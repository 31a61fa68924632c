/* getopt and its family on random command lines: every answer, every variable, and the order words end up in. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int model_getopt(int count, char *const words[], const char *letters);
int model_getopt_long(int count, char *const words[], const char *letters, const struct option *options, int *index);
int model_getopt_long_only(int count, char *const words[], const char *letters, const struct option *options, int *index);
int model_setenv(const char *name, const char *value, int overwrite);
int model_unsetenv(const char *name);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

int options_failures;

static uint64_t seed = 0x2545f4914f6cdd1dull;
static unsigned below(unsigned n) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 16) % n;
}

static const char *const some_words[] = {
    "a", "file", "", "-", "--", "-a", "-b", "-c", "-ab", "-cx", "-bx", "-abc", "-d", "-dx", "-z", "-az", "-:", "-W", "-Wall",
    "--all", "--al", "--a", "--arg", "--arg=x", "--arg=", "--ar=1", "--opt", "--opt=2", "--o", "--flag", "--fl", "--same",
    "--sam", "--all=3", "--none", "--=", "-all", "-arg", "-arg=x", "-opt", "-zz", "-f", "--f",
};
static const char *const some_letters[] = {"abc:d::", "+abc:d::", "-abc:d::", ":abc:d::", "+:ab:c", "-:abc:", "", "abW;c:", "c:ba", ":"};
static int flag;
static const struct option some_options[] = {
    {"all", no_argument, NULL, 'a'},       {"arg", required_argument, NULL, 'g'}, {"opt", optional_argument, NULL, 'o'},
    {"flag", no_argument, &flag, 7},       {"same", no_argument, NULL, 's'},      {"same-too", no_argument, NULL, 's'},
    {"float", required_argument, NULL, 2}, {NULL, 0, NULL, 0},
};

/* Which word of the command line, or of an option of it, this is. */
static long place(const char *text, char *const *all, int count) {
    if (!text)
        return -1;
    for (int i = 0; i < count; i++)
        if (text >= all[i] && text <= all[i] + strlen(all[i]))
            return 100 * i + (text - all[i]);
    return -2;
}

static void one_command_line(void) {
    static char texts[10][16];
    char *all[11], *ours[11], *theirs[11];
    int count = (int)below(9);
    strcpy(texts[0], "program");
    for (int i = 0; i < count; i++) {
        if (i > 0)
            strcpy(texts[i], some_words[below(sizeof some_words / sizeof *some_words)]);
        all[i] = ours[i] = theirs[i] = texts[i];
    }
    all[count] = ours[count] = theirs[count] = NULL;
    const char *letters = some_letters[below(sizeof some_letters / sizeof *some_letters)];
    int kind = (int)below(3);
    if (below(4) == 0) {
        setenv("POSIXLY_CORRECT", "1", 1), model_setenv("POSIXLY_CORRECT", "1", 1);
    } else {
        unsetenv("POSIXLY_CORRECT"), model_unsetenv("POSIXLY_CORRECT");
    }
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    for (int call = 0; call < 20; call++) {
        int index = -7, our_index = -7, a, b;
        flag = 0;
        switch (kind) {
        case 0:
            a = model_getopt(count, ours, letters), b = getopt(count, theirs, letters);
            break;
        case 1:
            a = model_getopt_long(count, ours, letters, some_options, &our_index);
            b = getopt_long(count, theirs, letters, some_options, &index);
            break;
        default:
            a = model_getopt_long_only(count, ours, letters, some_options, &our_index);
            b = getopt_long_only(count, theirs, letters, some_options, &index);
        }
        if (a != b || our_index != index || model_optind != optind || model_optopt != optopt ||
            place(model_optarg, all, count) != place(optarg, all, count) ||
            memcmp(ours, theirs, sizeof(char *) * (size_t)(count + 1)) != 0) {
            printf("getopt %d of kind %d with \"%s\": ours %d, theirs %d; optind %d, %d; optopt %d, %d; index %d, %d:", call, kind,
                   letters, a, b, model_optind, optind, model_optopt, optopt, our_index, index);
            for (int i = 0; i < count; i++)
                printf(" '%s'", all[i]);
            printf("\n");
            options_failures++;
            return;
        }
        if (b == -1)
            return;
        /* A program may start over, or skip a word. */
        if (below(40) == 0)
            optind = model_optind = (int)below(2);
    }
}

void compare_options(void) {
    for (int round = 0; round < 200000 && options_failures < 10; round++)
        one_command_line();
}
