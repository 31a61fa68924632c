/* getopt, getopt_long and getopt_long_only as glibc has them.
 *
 * Words that are no options are moved behind the options, each option together with its argument, unless the letters begin
 * with '+' (the first such word ends the options), with '-' (such a word is an option with the number 1), or
 * POSIXLY_CORRECT is set. A long option may be shortened as long as it still means one option. What of a block of words
 * was passed over is kept from call to call, as glibc does, so that the order in which words end up is the same.
 *
 * POSIXLY_CORRECT is asked for when it first makes a difference: when an option follows a word that is none.
 */
#include <stddef.h>

#include "stream.h"

char *getenv(const char *name);
size_t strlen(const char *s);
int fprintf(struct stream *stream, const char *format, ...);
extern struct stream *stderr;

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

enum { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT };

/* What getopt keeps between calls. */
static char *rest;                              /* where in a cluster such as -abc the next letter is */
static int passed_from, passed_to;              /* the words that were passed over, just before optind or further up */
static enum { NOT_ASKED, PERMUTE, IN_ORDER, STOP_AT_OTHERS } ordering;
static _Bool started;
static int reported;                            /* the option of the last error, which optopt is after every call */

struct call {
    int count;
    char **words;
    const char *letters;
    const struct option *options;
    int *index;
    _Bool one_dash, says_errors;
};

/* Nobody sees what goes to the terminal, and where the text of an argument ends need not be decided for it. */
#define COMPLAIN(call, ...)                                                                                            \
    do {                                                                                                               \
        if ((call)->says_errors && (stderr->redirected || !stderr->open))                                              \
            fprintf(stderr, __VA_ARGS__);                                                                              \
    } while (0)

static _Bool is_other(const char *word) { return word[0] != '-' || word[1] == 0; }

static void reverse(char **from, char **to) {
    for (; from + 1 < to; from++) {
        char *kept = *from;
        *from = *--to;
        *to = kept;
    }
}

/* The words passed over change places with the options behind them. */
static void exchange(char **words) {
    int options = optind - passed_to;
    reverse(words + passed_from, words + passed_to);
    reverse(words + passed_to, words + optind);
    reverse(words + passed_from, words + optind);
    passed_from += options;
    passed_to = optind;
}

static _Bool option_follows(const struct call *call) {
    for (int at = optind; at < call->count; at++)
        if (!is_other(call->words[at]))
            return 1;
    return 0;
}

static void begin(const struct call *call) {
    if (optind == 0)
        optind = 1;
    passed_from = passed_to = optind;
    rest = NULL;
    started = 1;
    ordering = call->letters[0] == '-' ? IN_ORDER : call->letters[0] == '+' ? STOP_AT_OTHERS : NOT_ASKED;
}

/* Whether the name is the beginning of an option's; no fork for each character. */
static _Bool begins(const struct option *option, const char *name, size_t length) {
    if (strlen(option->name) < length)
        return 0;
    _Bool same = 1;
    for (size_t i = 0; i < length; i++)
        same &= option->name[i] == name[i];
    return same;
}

static int missing(const struct call *call, int option) {
    reported = option;
    return call->letters[0] == ':' ? ':' : '?';
}

static const char *find_letter(const char *letters, char letter) {
    for (; *letters != 0; letters++)
        if (*letters == letter)
            return letters;
    return NULL;
}

/* The option that is meant; NULL where there is none or (then *ambiguous) more than one. */
static const struct option *meant(const struct call *call, const char *name, size_t length, _Bool *ambiguous) {
    const struct option *found = NULL;
    for (const struct option *option = call->options; option->name != NULL; option++)
        if (strlen(option->name) == length && begins(option, name, length))
            return option;
    for (const struct option *option = call->options; option->name != NULL; option++) {
        if (!begins(option, name, length))
            continue;
        if (found == NULL)
            found = option;
        else if (call->one_dash || found->has_arg != option->has_arg || found->flag != option->flag ||
                 found->val != option->val)
            *ambiguous = 1;
    }
    return *ambiguous ? NULL : found;
}

/* A long option whose name begins at `rest`; -1 where a word with one dash is to be read as letters after all. */
static int long_option(const struct call *call, const char *dashes) {
    char *name = rest;
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    _Bool ambiguous = 0;
    const struct option *option = meant(call, name, length, &ambiguous);
    if (ambiguous) {
        COMPLAIN(call, "%s: option '%s%s' is ambiguous; possibilities:", call->words[0], dashes, name);
        for (const struct option *other = call->options; other->name != NULL; other++)
            if (begins(other, name, length))
                COMPLAIN(call, " '%s%s'", dashes, other->name);
        COMPLAIN(call, "\n");
    } else if (option == NULL) {
        if (call->one_dash && call->words[optind][1] != '-' && find_letter(call->letters, *name) != NULL)
            return -1;
        COMPLAIN(call, "%s: unrecognized option '%s%s'\n", call->words[0], dashes, name);
    }
    rest = NULL;
    optind++;
    if (option == NULL) {
        reported = 0;
        return '?';
    }
    if (name[length] == '=') {
        if (option->has_arg == NO_ARGUMENT) {
            COMPLAIN(call, "%s: option '%s%s' doesn't allow an argument\n", call->words[0], dashes, option->name);
            reported = option->val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (option->has_arg == REQUIRED_ARGUMENT) {
        if (optind >= call->count) {
            COMPLAIN(call, "%s: option '%s%s' requires an argument\n", call->words[0], dashes, option->name);
            return missing(call, option->val);
        }
        optarg = call->words[optind++];
    }
    if (call->index != NULL)
        *call->index = (int)(option - call->options);
    if (option->flag != NULL) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

/* Brings the next word with options to optind; whether there is one, and if not what the call gives. */
static _Bool next_word(const struct call *call, int *result) {
    char **words = call->words;
    passed_to = passed_to > optind ? optind : passed_to;
    passed_from = passed_from > optind ? optind : passed_from;
    if (ordering == NOT_ASKED && optind < call->count && is_other(words[optind]) && option_follows(call))
        ordering = getenv("POSIXLY_CORRECT") != NULL ? STOP_AT_OTHERS : PERMUTE;
    if (ordering == PERMUTE || ordering == NOT_ASKED) {
        if (passed_from != passed_to && passed_to != optind)
            exchange(words);
        else if (passed_to != optind)
            passed_from = optind;
        while (optind < call->count && is_other(words[optind]))
            optind++;
        passed_to = optind;
    }
    if (optind != call->count && words[optind][0] == '-' && words[optind][1] == '-' && words[optind][2] == 0) {
        optind++;
        if (passed_from != passed_to && passed_to != optind)
            exchange(words);
        else if (passed_from == passed_to)
            passed_from = optind;
        passed_to = optind = call->count;
    }
    if (optind == call->count) {
        if (passed_from != passed_to)
            optind = passed_from;
        *result = -1;
        return 0;
    }
    if (is_other(words[optind])) {
        if (ordering == STOP_AT_OTHERS) {
            *result = -1;
        } else {
            optarg = words[optind++];
            *result = 1;
        }
        return 0;
    }
    return 1;
}

static int letter_option(const struct call *call) {
    char letter = *rest++;
    if (*rest == 0)
        optind++;
    const char *known = ((letter == ':') | (letter == ';')) ? NULL : find_letter(call->letters, letter);
    if (known == NULL) {
        COMPLAIN(call, "%s: invalid option -- '%c'\n", call->words[0], letter);
        reported = letter;
        return '?';
    }
    _Bool stands_for_long = known[0] == 'W' && known[1] == ';' && call->options != NULL;
    if (!stands_for_long && known[1] != ':')
        return letter;
    if (*rest != 0) {
        optarg = rest;
        optind += !stands_for_long;
    } else if (stands_for_long || known[2] != ':') {
        if (optind == call->count) {
            COMPLAIN(call, "%s: option requires an argument -- '%c'\n", call->words[0], letter);
            rest = stands_for_long ? rest : NULL;
            return missing(call, letter);
        }
        optarg = call->words[optind];
        optind += !stands_for_long;
    }
    rest = NULL;
    if (!stands_for_long)
        return letter;
    rest = optarg;
    optarg = NULL;
    return long_option(call, "-W ");
}

static int scan(struct call *call) {
    if (call->count < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !started)
        begin(call);
    if ((call->letters[0] == '-') | (call->letters[0] == '+'))
        call->letters++;
    call->says_errors = opterr != 0 && call->letters[0] != ':';
    if (rest == NULL || *rest == 0) {
        int result;
        if (!next_word(call, &result))
            return result;
        char *word = call->words[optind];
        if (call->options != NULL && word[1] == '-') {
            rest = word + 2;
            return long_option(call, "--");
        }
        if (call->options != NULL && call->one_dash &&
            (word[2] != 0 || find_letter(call->letters, word[1]) == NULL)) {
            rest = word + 1;
            int code = long_option(call, "-");
            if (code != -1)
                return code;
        }
        rest = word + 1;
    }
    return letter_option(call);
}

static int next_option(struct call *call) {
    int result = scan(call);
    optopt = reported;
    return result;
}

int getopt(int count, char *const words[], const char *letters) {
    return next_option(&(struct call){.count = count, .words = (char **)words, .letters = letters});
}

int getopt_long(int count, char *const words[], const char *letters, const struct option *options, int *index) {
    return next_option(
        &(struct call){.count = count, .words = (char **)words, .letters = letters, .options = options, .index = index});
}

int getopt_long_only(int count, char *const words[], const char *letters, const struct option *options, int *index) {
    return next_option(&(struct call){.count = count, .words = (char **)words, .letters = letters, .options = options,
                                      .index = index, .one_dash = 1});
}

/* The getopt of unistd.h where a program asks for POSIX's alone. */
int __posix_getopt(int count, char *const words[], const char *letters) {
    if (optind == 0 || !started) {
        begin(&(struct call){.letters = letters});
        ordering = ordering == NOT_ASKED ? STOP_AT_OTHERS : ordering;
    }
    return getopt(count, words, letters);
}
