/* getopt and getopt_long: options of the command line, in order; the first other argument ends them (as POSIX has it,
 * and as GNU has it under POSIXLY_CORRECT or with a '+'). Otherwise arguments are moved behind the options. */
#include <stddef.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* Where in a cluster such as -abc the next letter is. */
static char *rest;

static int missing(const char *letters, int letter) {
    optopt = letter;
    return *letters == ':' ? ':' : '?';
}

/* Brings the next option to optind, and what was before it behind; whether there is one. */
static _Bool find_option(int count, char **words) {
    int at = optind;
    while (at < count && (words[at][0] != '-' || words[at][1] == 0))
        at++;
    if (at >= count)
        return 0;
    /* An option that takes the next word must find it behind itself: only the option is moved. */
    for (char *option = words[at]; at > optind; at--) {
        words[at] = words[at - 1];
        words[at - 1] = option;
    }
    return 1;
}

static int long_option(int count, char **words, const char *letters, const struct option *options, int *index) {
    const char *word = words[optind++] + 2;
    size_t length = 0;
    while (word[length] != 0 && word[length] != '=')
        length++;
    int found = -1, matches = 0;
    for (int i = 0; options[i].name != NULL; i++) {
        size_t same = 0;
        while (same < length && options[i].name[same] == word[same])
            same++;
        if (same < length)
            continue;
        if (options[i].name[length] == 0) {
            found = i;
            matches = 1;
            break;
        }
        found = i;
        matches++;
    }
    if (matches != 1)
        return missing("", 0);
    const struct option *option = &options[found];
    if (word[length] == '=') {
        if (option->has_arg == 0)
            return missing("", option->val);
        optarg = (char *)word + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= count)
            return missing(letters, option->val);
        optarg = words[optind++];
    }
    if (index != NULL)
        *index = found;
    if (option->flag != NULL) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

int getopt_long(int count, char *const given[], const char *letters, const struct option *options, int *index) {
    char **words = (char **)given;
    _Bool in_order = *letters == '+';
    letters += in_order;
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        rest = NULL;
    }
    if (rest == NULL || *rest == 0) {
        if (optind >= count || words[optind] == NULL)
            return -1;
        if (words[optind][0] != '-' || words[optind][1] == 0) {
            if (in_order || options == NULL || !find_option(count, words))
                return -1;
        }
        char *word = words[optind];
        if (word[1] == '-' && word[2] == 0) {
            optind++;
            return -1;
        }
        if (word[1] == '-' && options != NULL)
            return long_option(count, words, letters, options, index);
        rest = word + 1;
    }
    char letter = *rest++;
    const char *known = letters + (*letters == ':');
    while (*known != 0 && *known != letter)
        known++;
    if (*known == 0 || letter == ':') {
        if (*rest == 0)
            optind++;
        optopt = letter;
        return '?';
    }
    if (known[1] != ':') {
        if (*rest == 0)
            optind++;
        return letter;
    }
    optind++;
    if (*rest != 0) {
        optarg = rest;
    } else if (known[2] != ':') {
        if (optind >= count) {
            rest = NULL;
            return missing(letters, letter);
        }
        optarg = words[optind++];
    }
    rest = NULL;
    return letter;
}

int getopt(int count, char *const words[], const char *letters) { return getopt_long(count, words, letters, NULL, NULL); }
