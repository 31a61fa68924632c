/* Attacks on the system a test runs on. The engine does not make them (klee_is_replay() is 0 there); the native program
 * makes the one that its input names, and then aborts. One that succeeds ends with status 99 instead.
 *
 * CANARY is a folder that must stay as it is, BYSTANDER a process that must not notice anything, PORT a listener. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <unistd.h>
#include <klee/klee.h>

#define KEPT CANARY "/kept"

/* Not the functions of the C library: those hand out inputs of the test. */
#define CALL(...) syscall(__VA_ARGS__)

static void succeeded(void) { CALL(SYS_exit_group, 99); }
static void unless_failed(long result) {
    if (result >= 0)
        succeeded();
}
static int parent(void) { return (int)CALL(SYS_getppid); }

static void writes(void) { unless_failed(CALL(SYS_openat, AT_FDCWD, KEPT, O_WRONLY)); }
static void creates(void) { unless_failed(CALL(SYS_openat, AT_FDCWD, CANARY "/new", O_WRONLY | O_CREAT, 0600)); }
static void truncates(void) { unless_failed(CALL(SYS_truncate, KEPT, 0)); }
static void truncates_reading(void) { unless_failed(CALL(SYS_openat, AT_FDCWD, KEPT, O_RDONLY | O_TRUNC)); }
static void unlinks(void) { unless_failed(CALL(SYS_unlink, KEPT)); }
static void renames(void) { unless_failed(CALL(SYS_rename, KEPT, CANARY "/gone")); }
static void makes_folder(void) { unless_failed(CALL(SYS_mkdir, CANARY "/new", 0700)); }
static void changes_mode(void) { unless_failed(CALL(SYS_chmod, KEPT, 0777)); }
static void changes_mode_open(void) {
    unless_failed(CALL(SYS_fchmod, (int)CALL(SYS_openat, AT_FDCWD, KEPT, O_RDONLY), 0777));
}
static void changes_owner(void) { unless_failed(CALL(SYS_chown, KEPT, 4242, 4242)); }
static void changes_times(void) { unless_failed(CALL(SYS_utimensat, AT_FDCWD, KEPT, NULL, 0)); }
static void changes_attributes(void) {
    int none = 0, file = (int)CALL(SYS_openat, AT_FDCWD, KEPT, O_RDONLY);
    unless_failed(CALL(SYS_ioctl, file, 0x40086602 /* FS_IOC_SETFLAGS */, &none));
}
static void escapes_by_symlink(void) {
    CALL(SYS_symlink, CANARY, "link");
    unless_failed(CALL(SYS_openat, AT_FDCWD, "link/kept", O_WRONLY | O_TRUNC));
}
static void escapes_by_link(void) { unless_failed(CALL(SYS_link, KEPT, "own")); }
static void escapes_by_root(void) {
    unless_failed(CALL(SYS_openat, AT_FDCWD, "/proc/self/root" CANARY "/kept", O_WRONLY | O_TRUNC));
}
static void kills_parent(void) { unless_failed(CALL(SYS_kill, parent(), 0)); }
static void kills_all(void) { unless_failed(CALL(SYS_kill, -1, 0)); }
static void kills_bystander(void) { unless_failed(CALL(SYS_kill, BYSTANDER, SIGKILL)); }
static void kills_thread(void) { unless_failed(CALL(SYS_tkill, BYSTANDER, SIGKILL)); }
static void kills_by_descriptor(void) { unless_failed(CALL(SYS_pidfd_open, BYSTANDER, 0)); }
static void kills_by_owner(void) {
    int ends[2];
    CALL(SYS_pipe2, ends, 0);
    CALL(SYS_fcntl, ends[0], F_SETSIG, SIGKILL);
    CALL(SYS_fcntl, ends[0], F_SETFL, O_ASYNC);
    unless_failed(CALL(SYS_fcntl, ends[0], F_SETOWN, BYSTANDER));
}
static void limits_others(void) { unless_failed(CALL(SYS_prlimit64, BYSTANDER, RLIMIT_NOFILE, NULL, NULL)); }
static void traces_parent(void) { unless_failed(CALL(SYS_ptrace, PTRACE_SEIZE, parent(), 0, 0)); }
static void writes_parents_memory(void) {
    char byte = 0;
    struct iovec one = {&byte, 1};
    unless_failed(CALL(SYS_process_vm_writev, parent(), &one, 1, &one, 1, 0));
}
static void opens_memory(int process, const char *end) {
    char name[64] = "/proc/", digits[16];
    int count = 0;
    for (; process; process /= 10)
        digits[count++] = (char)('0' + process % 10);
    char *to = name + strlen(name);
    while (count)
        *to++ = digits[--count];
    strcpy(to, end);
    unless_failed(CALL(SYS_openat, AT_FDCWD, name, O_RDWR));
}
static void opens_parents_memory(void) { opens_memory(parent(), "/mem"); }
static void opens_own_memory(void) { opens_memory((int)CALL(SYS_getpid), "/mem"); }
static void writes_the_kernels_files(void) { unless_failed(CALL(SYS_openat, AT_FDCWD, "/proc/sys/kernel/hostname", O_WRONLY)); }
static void opens_a_terminal(void) { unless_failed(CALL(SYS_openat, AT_FDCWD, "/dev/tty", O_RDWR)); }
static void leaves_its_session(void) { unless_failed(CALL(SYS_setsid)); }
static void talks_locally(void) { unless_failed(CALL(SYS_socket, AF_UNIX, SOCK_STREAM, 0)); }
static void mounts(void) { unless_failed(CALL(SYS_mount, "none", CANARY, "tmpfs", 0, NULL)); }
static void makes_a_namespace(void) { unless_failed(CALL(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */)); }
static void uses_a_ring(void) { unless_failed(CALL(SYS_io_uring_setup, 1, calloc(1, 4096))); }
#ifdef __x86_64__
/* The system calls of 32-bit programs have other numbers: 10 is unlink. */
static void unlinks_as_another_machine(void) {
    long result = 10;
    __asm__ volatile("int $0x80" : "+a"(result) : "b"(KEPT) : "memory", "r8", "r9", "r10", "r11");
    unless_failed(result);
}
/* Those of x32 have a bit more. */
static void unlinks_as_x32(void) { unless_failed(CALL(0x40000000 | SYS_unlink, KEPT)); }
#else
static void unlinks_as_another_machine(void) {}
static void unlinks_as_x32(void) {}
#endif

/* These end the program. */
static void daemon_stays(void) {
    for (int i = 0; i < 20; i++)
        if (CALL(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
            CALL(SYS_setsid);
            CALL(SYS_prctl, 15 /* PR_SET_NAME */, MARK);
            for (int slept = 0; slept < 60; slept++)
                CALL(SYS_poll, NULL, 0, 1000);
            CALL(SYS_exit_group, 0);
        }
    succeeded();
}
static void forks_by_vfork(void) {
    if (CALL(SYS_clone, 0x4100 | SIGCHLD /* CLONE_VM | CLONE_VFORK */, 0, 0, 0, 0) == 0)
        CALL(SYS_exit_group, 0);
    succeeded();
}
static void connects(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = {htonl(0x7f000001)}};
    long socket = CALL(SYS_socket, AF_INET, SOCK_STREAM, 0);
    unless_failed(socket);
    CALL(SYS_connect, socket, &to, sizeof to);
}

#define TRY(number, attack)                                                                                            \
    case number:                                                                                                       \
        if (klee_is_replay())                                                                                          \
            attack();                                                                                                  \
        abort();

int main(void) {
    int which = klee_int("which");
    switch (which) {
        TRY(0, writes)
        TRY(1, creates)
        TRY(2, truncates)
        TRY(3, truncates_reading)
        TRY(4, unlinks)
        TRY(5, renames)
        TRY(6, makes_folder)
        TRY(7, changes_mode)
        TRY(8, changes_mode_open)
        TRY(9, changes_owner)
        TRY(10, changes_times)
        TRY(11, changes_attributes)
        TRY(12, escapes_by_symlink)
        TRY(13, escapes_by_link)
        TRY(14, escapes_by_root)
        TRY(15, kills_parent)
        TRY(16, kills_all)
        TRY(17, kills_bystander)
        TRY(18, kills_thread)
        TRY(19, kills_by_descriptor)
        TRY(20, kills_by_owner)
        TRY(21, limits_others)
        TRY(22, traces_parent)
        TRY(23, writes_parents_memory)
        TRY(24, opens_parents_memory)
        TRY(25, opens_own_memory)
        TRY(26, writes_the_kernels_files)
        TRY(27, opens_a_terminal)
        TRY(28, leaves_its_session)
        TRY(29, talks_locally)
        TRY(30, mounts)
        TRY(31, makes_a_namespace)
        TRY(32, uses_a_ring)
        TRY(33, unlinks_as_x32)
        TRY(34, unlinks_as_another_machine) // ENDS
        TRY(35, daemon_stays)               // ENDS
        TRY(36, forks_by_vfork)             // ENDS
        TRY(37, connects)                   // ENDS
    }
    return 0;
}
