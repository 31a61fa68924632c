// Of an array that is written in part only that part goes out of the program.
// VERDICT: safe
// OPTIONS: --checks +uninitialised-use
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char text[4];
    text[0] = text[1] = 'a';
    fwrite(text, 1, 2, stdout);
    write(1, text, 2);
    putchar(text[1]);
    char copy[4];
    __builtin_memcpy(copy, text, 4);
    fputc(copy[1], stderr);
    return 0;
}
