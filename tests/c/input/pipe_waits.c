// Reading from an empty pipe that somebody may still write to would wait for ever.
// VERDICT: unknown
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    if (pipe(ends) != 0)
        return 1;
    return (int)read(ends[0], &byte, 1);
}
