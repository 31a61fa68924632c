/* Programs that use up what they can get. The native program does what its input names. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <klee/klee.h>

/* Bounded, for the day a limit fails. */
enum { FILES = 64, FILE_SIZE = 60 << 20, THREADS = 3000 };

static void fills_one_file(void) {
    int file = open("large", O_CREAT | O_WRONLY, 0600);
    for (int i = 0; i < FILES; i++)
        if (posix_fallocate(file, (off_t)i * FILE_SIZE, FILE_SIZE) != 0)
            return;
    _exit(99);
}

static void fills_the_disk(void) {
    for (int i = 0; i < FILES; i++) {
        char name[] = "file00";
        name[4] += (char)(i / 10);
        name[5] += (char)(i % 10);
        if (posix_fallocate(open(name, O_CREAT | O_WRONLY, 0600), 0, FILE_SIZE) != 0)
            return;
        usleep(20000);
    }
    _exit(99);
}

static void *sleeps(void *nothing) {
    sleep(60);
    return nothing;
}

static void starts_threads(void) {
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_attr_t small;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 64 << 10);
        if (pthread_create(&thread, &small, sleeps, NULL) != 0)
            return;
        usleep(200);
    }
    _exit(99);
}

static void prints_for_ever(void) {
    for (;;)
        puts("more");
}

#define TRY(number, excess)                                                                                            \
    case number:                                                                                                       \
        if (klee_is_replay())                                                                                          \
            excess();                                                                                                  \
        abort();

int main(void) {
    switch (klee_int("which")) {
        TRY(0, fills_one_file)
        TRY(1, fills_the_disk)
        TRY(2, starts_threads)
        TRY(3, prints_for_ever)
    }
    return 0;
}
