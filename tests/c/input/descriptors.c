// Copies of a descriptor share a position; a pipe gives what was put into it.
// VERDICT: safe
// OPTIONS: --failures none
// PATHS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char text[8] = "";
    int file = open("x", O_RDWR | O_CREAT | O_TRUNC, 0600);
    int copy = dup(file), other = fcntl(file, F_DUPFD, 20);
    assert(copy == 4 && other == 20 && dup2(file, 9) == 9);
    assert(write(file, "ab", 2) == 2 && write(copy, "cd", 2) == 2 && write(9, "ef", 2) == 2);
    assert(close(file) == 0 && lseek(copy, 0, SEEK_CUR) == 6);
    assert(lseek(other, 0, SEEK_SET) == 0 && read(copy, text, 8) == 6 && strcmp(text, "abcdef") == 0);
    assert(pread(copy, text, 2, 2) == 2 && memcmp(text, "cd", 2) == 0 && lseek(9, 0, SEEK_CUR) == 6);

    int ends[2];
    assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 5);
    assert(write(ends[1], "hello", 5) == 5);
    assert(read(ends[0], text, 3) == 3 && memcmp(text, "hel", 3) == 0);
    assert(lseek(ends[0], 0, SEEK_SET) == -1);
    close(ends[1]);
    FILE *rest = fdopen(ends[0], "r");
    assert(fgets(text, sizeof text, rest) == text && strcmp(text, "lo") == 0 && feof(rest));
    assert(fclose(rest) == 0 && close(ends[0]) == -1);
    return 0;
}
