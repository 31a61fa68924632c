// A tokenizer with a table of keywords, and a checker for nested begin/end, if/then/else.
// INPUT: stdin
// BUG: "else" looks at the top of the stack of open blocks without asking whether there is one.
// SHOWS: statement
// CRASH: x else
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { END_OF_TEXT, NAME, NUMBER, BEGIN, END, IF, THEN, ELSE, PRINT, OTHER };

static const struct {
    const char *word;
    enum token token;
} keywords[] = {{"begin", BEGIN}, {"end", END}, {"if", IF}, {"then", THEN}, {"else", ELSE}, {"print", PRINT}};

static char word[16];

static enum token next_token(void) {
    int c = getchar();
    while (isspace(c))
        c = getchar();
    if (c == EOF)
        return END_OF_TEXT;
    if (isdigit(c)) {
        while (isdigit(c))
            c = getchar();
        ungetc(c, stdin);
        return NUMBER;
    }
    if (!isalpha(c))
        return OTHER;
    size_t n = 0;
    while (isalnum(c)) {
        if (n < sizeof word - 1)
            word[n++] = (char)c;
        c = getchar();
    }
    ungetc(c, stdin);
    word[n] = 0;
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strcmp(word, keywords[i].word) == 0)
            return keywords[i].token;
    return NAME;
}

struct block {
    enum token opened;
    struct block *outer;
};

static struct block *top;

static void push(enum token token) {
    struct block *block = malloc(sizeof *block);
    if (block == NULL)
        exit(1);
    block->opened = token;
    block->outer = top;
    top = block;
}

static void pop(void) {
    struct block *block = top;
    top = block->outer;
    free(block);
}

static int statement(enum token token) {
    switch (token) {
    case BEGIN:
    case IF:
        push(token);
        return 1;
    case THEN:
        if (top == NULL || top->opened != IF)
            return 0;
        top->opened = THEN;
        return 1;
    case ELSE:
#ifdef FIXED
        if (top == NULL)
            return 0;
#endif
        if (top->opened != THEN)
            return 0;
        pop();
        return 1;
    case END:
        if (top == NULL || top->opened != BEGIN)
            return 0;
        pop();
        return 1;
    default:
        return token != OTHER;
    }
}

int main(void) {
    top = NULL;
    enum token token;
    int good = 1;
    while (good && (token = next_token()) != END_OF_TEXT)
        good = statement(token);
    good &= top == NULL;
    while (top != NULL)
        pop();
    printf(good ? "balanced\n" : "not balanced\n");
    return !good;
}
