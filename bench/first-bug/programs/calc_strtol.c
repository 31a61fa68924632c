// A calculator for one line: sums and products of numbers that strtol reads.
// INPUT: stdin
// BUG: division by zero: the divisor is not looked at.
// SHOWS: term
// CRASH: 8-6/0\n
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static long number(void) {
    char *end;
    long value = strtol(at, &end, 10);
    if (end == at || value > 10000 || value < -10000) {
        printf("not a number: %s", at);
        exit(1);
    }
    at = end;
    return value;
}

static long term(void) {
    long value = number();
    while (*at == '*' || *at == '/') {
        char operation = *at++;
        long right = number();
        if (operation == '*') {
            value = value * right % 1000000;
        } else {
#ifdef FIXED
            if (right == 0) {
                printf("division by zero\n");
                exit(1);
            }
#endif
            value /= right;
        }
    }
    return value;
}

int main(void) {
    char line[64];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    at = line;
    long value = term();
    while (*at == '+' || *at == '-') {
        char operation = *at++;
        long right = term();
        value = operation == '+' ? value + right : value - right;
    }
    if (*at != '\n' && *at != 0)
        printf("left over: %s", at);
    printf("%ld\n", value);
    return 0;
}
