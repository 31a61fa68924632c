// The same file by its name and by a symbolic one.
// VERDICT: unsafe
// OPTIONS: --sym-args 1 1 3 --sym-files 1 1
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    FILE *named = fopen("A", "r"), *given = fopen(argv[1], "r");
    if (named == NULL || given == NULL)
        return 0;
    int a = getc(named), b = getc(given);
    assert(a != 'x' || b != 'x');  // BUG: assertion-failure
    return 0;
}
