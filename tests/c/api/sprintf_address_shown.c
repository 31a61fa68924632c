// An address that is only shown tells the program nothing.
// VERDICT: safe
#include <stdio.h>

int main(void) {
    int x;
    printf("%p\n", (void *)&x);
    return 0;
}
