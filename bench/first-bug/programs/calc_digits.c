// A calculator with parentheses, negation and remainders; digits are read one at a time.
// INPUT: stdin
// BUG: the remainder by a parenthesised expression that is zero; for a plain number it is checked.
// SHOWS: product
// CRASH: 7%(3-3)\n
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 50 };

static int look, depth;

static void next(void) {
    do
        look = getchar();
    while (look == ' ' || look == '\t');
}

static void fail(const char *what) {
    fprintf(stderr, "error: %s\n", what);
    exit(1);
}

static int sum(void);

static int factor(int *plain) {
    int value = 0;
    *plain = 1;
    if (++depth > DEPTH)
        fail("nested too deeply");
    if (look == '-') {
        next();
        value = -factor(plain);
        depth--;
        return value;
    }
    if (look == '(') {
        next();
        value = sum();
        if (look != ')')
            fail("')' expected");
        next();
        *plain = 0;
        depth--;
        return value;
    }
    if (!isdigit(look))
        fail("number expected");
    while (isdigit(look)) {
        value = value * 10 + (look - '0');
        if (value > 9999)
            fail("number too large");
        next();
    }
    depth--;
    return value;
}

static int product(void) {
    int plain;
    int value = factor(&plain);
    while (look == '*' || look == '/' || look == '%') {
        int operation = look;
        next();
        int right = factor(&plain);
        if (operation == '*') {
            value = value * right % 10000;
            continue;
        }
#ifdef FIXED
        if (right == 0)
            fail("division by zero");
#else
        if ((plain || operation == '/') && right == 0)
            fail("division by zero");
#endif
        value = operation == '/' ? value / right : value % right;
    }
    return value;
}

static int sum(void) {
    int value = product();
    while (look == '+' || look == '-') {
        int operation = look;
        next();
        int right = product();
        value = operation == '+' ? value + right : value - right;
        value %= 100000;
    }
    return value;
}

int main(void) {
    depth = 0;
    next();
    int value = sum();
    if (look != '\n' && look != EOF)
        fail("something is left over");
    printf("%d\n", value);
    return 0;
}
