// Streams are opened and closed in turn; a closed descriptor is an error that the program gets to see.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        FILE *file = fopen("Makefile", "r");
        if (file == NULL)
            return 1;
        fgetc(file);
        fclose(file);
    }
    FILE *file = fopen("Makefile", "r");
    if (file == NULL)
        return 1;
    int descriptor = fileno(file);
    assert(close(descriptor) == 0);
    assert(close(descriptor) == -1 && errno == EBADF);
    assert(fgetc(file) == EOF && ferror(file));
    assert(fclose(file) == EOF && errno == EBADF);
    return 0;
}
