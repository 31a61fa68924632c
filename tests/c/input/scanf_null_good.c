// What is not to be stored needs no place, and neither does what is not there.
// VERDICT: safe
// OPTIONS: --sym-stdin 3
#include <assert.h>
#include <stdio.h>

int main(void) {
    int number = 7;
    assert(sscanf("x", "%d", (int *)NULL) == 0);
    assert(sscanf("12 5", "%*d %d", &number) == 1 && number == 5);
    scanf("%*d%*s%*c");
    return 0;
}
