// Bytes nobody has written go out of the program.
// VERDICT: unsafe
// OPTIONS: --checks +uninitialised-use
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char text[4], other[4], more[4];
    text[0] = other[0] = more[0] = 'a';
    fwrite(text, 1, 4, stdout); // BUG: uninitialised-use
    write(1, other, 2);         // BUG: uninitialised-use
    putchar(more[0]);
    putchar(more[1]); // BUG: uninitialised-use
    return 0;
}
