// Every failure is looked at, and what could not be written is not there.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    FILE *file = fopen("table", "w");
    if (file == NULL) {
        assert(errno == ENOENT || errno == EACCES || errno == ENOTDIR || errno == EROFS || errno == ENOSPC);
        return 1;
    }
    if (fputs("abc", file) == EOF) {
        assert(ferror(file) && (errno == ENOSPC || errno == EIO));
        // A full disk stays full.
        assert(fputs("d", file) == EOF);
        fclose(file);
        return 2;
    }
    int closed = fclose(file);
    char back[8];
    file = fopen("table", "r");
    assert(file != NULL);
    assert(fread(back, 1, sizeof back, file) == (closed == 0 ? 3 : 0));
    fclose(file);
    // Nothing waits in a descriptor.
    int descriptor = open("table", O_WRONLY | O_APPEND);
    if (descriptor < 0)
        return 3;
    ssize_t count = write(descriptor, "d", 1);
    assert(count == 1 || (count == -1 && (errno == ENOSPC || errno == EIO)));
    assert(close(descriptor) == 0);
    // The terminal never fails.
    assert(printf("done\n") == 5);
    return 0;
}
