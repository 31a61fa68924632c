// A symbolic name is that of a file there is, or of none: a file that is opened holds what it should.
// VERDICT: safe
// OPTIONS: --sym-args 1 1 1 --sym-files 2 2
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char bytes[4];
    int file = open(argv[1], O_RDONLY);
    if (file < 0) {
        assert(errno == ENOENT && argv[1][0] != 'A' && argv[1][0] != 'B' && argv[1][0] != '.');
        return 0;
    }
    ssize_t count = read(file, bytes, sizeof bytes);
    if (count < 0)
        assert(errno != EISDIR || argv[1][0] == '.' || argv[1][0] == '/');
    else
        assert(count == 2 && (argv[1][0] == 'A' || argv[1][0] == 'B'));
    return 0;
}
