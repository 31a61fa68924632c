// VERDICT: unsafe
// OPTIONS: --checks +memory-leak --sym-stdin 2
// What the library gives to the program is the program's to give back, and is shown where it was asked for.
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1) {
        char *copy = strdup("text"); // BUG: memory-leak
        return copy == NULL;
    }
    if (n == 2) {
        char *line = NULL;
        size_t size = 0;
        return getline(&line, &size, stdin) == 7; // BUG: memory-leak
    }
    return 0;
}
