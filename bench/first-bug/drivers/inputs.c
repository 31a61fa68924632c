/* A program that takes its input from standard input, arguments or a file, as a function of bytes for libFuzzer.
 *
 * The program is compiled with -Dmain=program_main -Dexit=program_exit; INPUT says which way the bytes go: 0 standard
 * input, 1 arguments separated by NUL, 2 a file. Global variables keep their values from one execution to the next: the
 * programs here set theirs at the start of main, and a crash counts only if a fresh process shows it too.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int program_main(int argc, char **argv);

enum { ARGUMENTS = 8 };

static jmp_buf at_exit;

_Noreturn void program_exit(int status) {
    (void)status;
    longjmp(at_exit, 1);
}

static void run(int argc, char **argv) {
    if (setjmp(at_exit) == 0)
        program_main(argc, argv);
}

/* A file in memory with these bytes, open at its start. */
static int file_of(const uint8_t *data, size_t size) {
    int file = memfd_create("input", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size || lseek(file, 0, SEEK_SET) != 0)
        _Exit(1);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *argv[ARGUMENTS + 2] = {(char *)"program"};
#if INPUT == 0
    stdin = fdopen(file_of(data, size), "r");
    run(1, argv);
    fclose(stdin);
#elif INPUT == 1
    int argc = 1;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = 0;
    for (char *word = text; word <= text + size && argc <= ARGUMENTS; word += strlen(word) + 1)
        argv[argc++] = word;
    run(argc, argv);
    free(text);
#else
    char path[32];
    int file = file_of(data, size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    argv[1] = path;
    run(2, argv);
    close(file);
#endif
    return 0;
}
