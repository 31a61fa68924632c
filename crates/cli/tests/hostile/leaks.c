/* Attacks of a program whose leaks are looked for: it may have a second process, and trace itself. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <klee/klee.h>

#define CALL(...) syscall(__VA_ARGS__)

static void traces_bystander(void) {
    if (CALL(SYS_ptrace, PTRACE_SEIZE, BYSTANDER, 0, 0) == 0)
        CALL(SYS_exit_group, 99);
}

static int stays(void *nothing) {
    (void)nothing;
    CALL(SYS_prctl, 15 /* PR_SET_NAME */, MARK);
    for (int slept = 0; slept < 60; slept++)
        CALL(SYS_poll, NULL, 0, 1000);
    return 0;
}

/* As the leak sanitizer starts its own. */
static void starts_processes(void) {
    for (int i = 0; i < 2000; i++) {
        char *stack = mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        clone(stays, stack + 16384, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_UNTRACED, NULL);
        CALL(SYS_poll, NULL, 0, 1);
    }
    CALL(SYS_exit_group, 99);
}

int main(void) {
    int which = klee_int("which");
    if (which == 1) {
        if (klee_is_replay())
            traces_bystander();
        void *volatile lost = malloc(16);
        lost = NULL;
        return 1;
    }
    if (which == 2) {
        if (klee_is_replay())
            starts_processes();
        void *volatile lost = malloc(17);
        lost = NULL;
        return 2;
    }
    return 0;
}
