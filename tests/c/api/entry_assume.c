// VERDICT: safe
// What --assume says holds: macros, types and globals of the file may be used.
// OPTIONS: --entry average --ptr-size 16 --assume n>0&&n<=LIMIT&&values!=NULL --assume scale==10
#include <assert.h>
#define LIMIT 3

int scale = 10;

struct Options {
    int divisor;
};

int average(const unsigned char *values, int n, struct Options *options) {
    assert(n >= 1 && n <= 3);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return options->divisor ? sum * scale / n : values[0];
}
