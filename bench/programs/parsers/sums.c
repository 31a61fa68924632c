/* A parser and evaluator for sums in parentheses, such as 1+(2-3), on six symbolic bytes, by recursive descent. The value
 * is asserted to be small, so it matters on every path. */
#include <assert.h>
#include <klee/klee.h>

static const char *at;

static int sum(int *value, int depth);

static int term(int *value, int depth) {
    if (*at == '(' && depth < 3) {
        at++;
        return sum(value, depth + 1) && *at++ == ')';
    }
    if (*at < '0' || *at > '9')
        return 0;
    *value = 0;
    while (*at >= '0' && *at <= '9')
        *value = *value * 10 + (*at++ - '0');
    return 1;
}

static int sum(int *value, int depth) {
    if (!term(value, depth))
        return 0;
    while (*at == '+' || *at == '-') {
        int sign = *at++, right;
        if (!term(&right, depth))
            return 0;
        *value = sign == '+' ? *value + right : *value - right;
    }
    return 1;
}

int main(void) {
    char text[7];
    klee_make_symbolic(text, sizeof text, "text");
    text[6] = 0;
    at = text;
    int value;
    if (sum(&value, 0) && *at == 0)
        assert(value > -1000000 && value < 1000000);
    return 0;
}
