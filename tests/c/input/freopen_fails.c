// Where freopen fails the stream has no file any more, but the FILE is there: it can be asked, and closed once.
// OPTIONS: --sym-files 1 2
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

int main(void) {
    FILE *f = fopen("A", "r");
    if (f == NULL)
        return 0;
    fgetc(f);
    if (freopen("A", "no mode", f) != NULL)
        return 1;
    assert(errno == EINVAL && !ferror(f) && !feof(f));
    assert(fileno(f) == -1 && errno == EBADF);
    assert(__fpending(f) == 0 && fflush(f) == 0);
    assert(fseek(f, 0, SEEK_SET) == -1 && errno == EBADF);
    assert(fgetc(f) == EOF && ferror(f) && errno == EBADF);
    assert(fclose(f) == EOF);
    return 0;
}
