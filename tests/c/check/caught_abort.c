// What a handler of SIGABRT does behind an abort that nobody asks about is not followed.
// VERDICT: unknown
// OPTIONS: --checks -abort
#include <signal.h>
#include <stdlib.h>

static int *nowhere;

static void handle(int number) {
    (void)number;
    *nowhere = 1;
}

int main(void) {
    signal(SIGABRT, handle);
    abort();
}
