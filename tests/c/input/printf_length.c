// What is printed to the terminal has any length, but none that means that it failed.
// OPTIONS: --sym-stdin 1
// VERDICT: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
    int length = printf("%d\n", getchar());
    assert(length >= 0);
    return 0;
}
