/* Functions with effects on the system, called while a program is explored. All names are in CANARY. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>
#include <klee/klee.h>

#define KEPT CANARY "/kept"
#define NEW CANARY "/new"

#define TRY(number, call)                                                                                              \
    case number:                                                                                                       \
        (void)!(call);                                                                                                 \
        break;

int main(void) {
    char template[] = CANARY "/XXXXXX";
    char *const command[] = {"touch", NEW, NULL};
    struct timeval times[2] = {{1, 0}, {1, 0}};
    pid_t started;
    switch (klee_int("which")) {
        TRY(0, unlink(KEPT))
        TRY(1, unlinkat(AT_FDCWD, KEPT, 0))
        TRY(2, remove(KEPT))
        TRY(3, rename(KEPT, NEW))
        TRY(4, renameat(AT_FDCWD, KEPT, AT_FDCWD, NEW))
        TRY(5, mkdir(NEW, 0700))
        TRY(6, rmdir(CANARY "/folder"))
        TRY(7, chmod(KEPT, 0777))
        TRY(8, chown(KEPT, 4242, 4242))
        TRY(9, lchown(KEPT, 4242, 4242))
        TRY(10, symlink(KEPT, NEW))
        TRY(11, link(KEPT, NEW))
        TRY(12, truncate(KEPT, 0))
        TRY(13, mknod(NEW, S_IFREG | 0600, 0))
        TRY(14, mkfifo(NEW, 0600))
        TRY(15, utimes(KEPT, times))
        TRY(16, mkstemp(template))
        TRY(17, open(NEW, O_CREAT | O_WRONLY, 0600))
        TRY(18, openat(AT_FDCWD, NEW, O_CREAT | O_WRONLY, 0600))
        TRY(19, fopen(NEW, "w") != NULL)
        TRY(20, system("touch " NEW))
        TRY(21, popen("touch " NEW, "r") != NULL)
        TRY(22, posix_spawnp(&started, "touch", NULL, NULL, command, NULL))
        TRY(23, execvp("touch", command))
        TRY(24, fork())
        TRY(25, kill(BYSTANDER, SIGKILL))
        TRY(26, (int)syscall(SYS_unlink, KEPT))
        TRY(27, mount("none", CANARY, "tmpfs", 0, NULL))
        TRY(28, setuid(4242))
        TRY(29, (int)ptrace(PTRACE_SEIZE, BYSTANDER, 0, 0))
        TRY(30, freopen(NEW, "w", stdout) != NULL)
        TRY(31, creat(NEW, 0600))
        TRY(32, setpriority(0, BYSTANDER, 19))
    }
    return 0;
}
