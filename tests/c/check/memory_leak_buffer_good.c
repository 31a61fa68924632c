// A buffer that a stream was given is the stream's.
// VERDICT: safe
// OPTIONS: --checks +memory-leak
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *buffer = malloc(512);
    if (buffer == NULL)
        return 1;
    setvbuf(stdout, buffer, _IOFBF, 512);
    printf("x");
    return 0;
}
