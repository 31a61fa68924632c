/* A tokenizer for sums such as 12+(3-x), on six bytes of symbolic text.
 *
 *     secateur run tokens.c
 *
 * Shows: klee_make_symbolic on a buffer, library functions on symbolic bytes, and an overflow of the token buffer that
 * needs a particular text: an identifier longer than MAX_NAME (exit status 10).
 */
#include <ctype.h>
#include <klee/klee.h>
#include <string.h>

enum { MAX_NAME = 4 };
enum Kind { END, NUMBER, NAME, SIGN, ERROR };

struct Token {
    enum Kind kind;
    int value;
    char name[MAX_NAME];
};

static const char *next_token(const char *text, struct Token *token) {
    while (*text == ' ')
        text++;
    if (*text == 0) {
        token->kind = END;
    } else if (isdigit((unsigned char)*text)) {
        token->kind = NUMBER;
        token->value = 0;
        while (isdigit((unsigned char)*text))
            token->value = token->value * 10 + (*text++ - '0');
    } else if (isalpha((unsigned char)*text)) {
        token->kind = NAME;
        int length = 0;
        while (isalpha((unsigned char)*text))
            token->name[length++] = *text++; /* no look at MAX_NAME: the bug */
    } else {
        token->kind = strchr("+-()", *text) ? SIGN : ERROR;
        text++;
    }
    return text;
}

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;

    const char *rest = text;
    struct Token token;
    do
        rest = next_token(rest, &token);
    while (token.kind != END && token.kind != ERROR);
    return 0;
}
