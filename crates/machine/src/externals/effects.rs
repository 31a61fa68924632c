//! What functions of the C library do besides computing: one table, by name.
//!
//! This is not what keeps the system safe, which the sandbox of `child` does for every function, whatever its name. It says
//! which calls are worth making: the result of one that a sandbox refuses, or whose effect ends with the child, would be
//! no more than a guess.

/// What a call may do beyond its result and the memory its arguments lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing: one call shows all there is.
    None,
    /// It acts on the process as a whole: a child would not show what it does.
    OnTheProcess,
    /// It changes files, other processes or the network, or asks the system to.
    OnTheSystem,
    /// Nobody knows. Another call might give something else (the time, a name, the state of a device).
    Unknown,
}

/// Names, with a `*` at the end for all that begin so, and what they do. The first that fits counts.
#[rustfmt::skip]
const TABLE: &[(Effect, &[&str])] = &[
    (Effect::None, &[
        "atof", "strtod", "strtof", "strverscmp", "ffs", "ffsl", "ffsll", "a64l", "inet_addr", "inet_aton",
        "inet_pton", "ecvt_r", "fcvt_r",
    ]),
    (Effect::OnTheProcess, &[
        "mmap*", "munmap", "mremap", "mprotect", "msync", "madvise", "mlock*", "munlock*", "brk", "sbrk",
        "pthread_*", "thrd_*", "mtx_*", "cnd_*", "tss_*", "dl*", "sig*", "pause", "setitimer", "timer_*", "timerfd_*",
        "makecontext", "getcontext", "setcontext", "swapcontext", "wait", "wait3", "wait4", "waitid", "waitpid", "chdir",
        "fchdir", "umask", "raise", "gsignal", "ualarm", "on_exit", "at_quick_exit", "__secateur_*",
    ]),
    // What the library keeps from call to call, and what only the process itself can see of its descriptors.
    (Effect::OnTheProcess, &[
        "fesetmode", "fegetmode", "newlocale", "uselocale", "duplocale", "freelocale",
        "localeconv", "bindtextdomain", "textdomain", "mallopt", "malloc_*", "mtrace", "muntrace", "mcheck*", "hcreate",
        "hsearch", "hdestroy", "tsearch", "tdelete", "seed48", "lcong48", "initstate*", "setstate*", "srandom_r", "srand48_r",
        "setpw*", "endpw*", "setgr*", "endgr*", "setmntent", "endmntent",
        "sethostent", "endhostent", "setservent", "endservent", "setnetent", "endnetent", "setutent", "endutent", "setutxent",
        "endutxent", "setusershell", "endusershell", "opendir", "fdopendir", "closedir", "readdir*", "rewinddir", "seekdir",
        "telldir", "dirfd", "fts_*", "fts64_*", "ftw*", "nftw*", "glob*", "wordexp", "catopen", "catclose", "iconv*", "regcomp",
        "regfree", "dup", "dup2", "dup3", "close_range", "closefrom", "fcntl*", "select", "pselect", "poll", "ppoll", "epoll_*",
        "eventfd*", "signalfd", "readv", "writev", "pread*", "pwrite*", "preadv*", "pwritev*", "readahead", "posix_fadvise*",
        "tcget*", "ttyname*", "fpathconf", "fstatfs*", "fstatvfs*", "fgetxattr", "flistxattr", "fopencookie", "fmemopen",
        "open_memstream", "open_wmemstream", "setvbuf", "setbuf*", "putwc*", "fputw*",
        "fgetw*", "getwc*", "ungetwc", "fwide", "wprintf", "fwprintf", "vwprintf", "vfwprintf", "wscanf", "fwscanf",
        "flockfile", "ftrylockfile", "funlockfile", "pclose",
    ]),
    // Files.
    (Effect::OnTheSystem, &[
        "unlink*", "remove", "removexattr", "rename*", "mkdir*", "rmdir", "chmod", "fchmod*", "lchmod", "chown", "fchown*",
        "lchown", "symlink*", "link", "linkat", "truncate*", "ftruncate*", "fallocate*", "posix_fallocate*", "mknod*",
        "mkfifo*", "utime*", "futime*", "lutimes", "setxattr", "lsetxattr", "fsetxattr", "lremovexattr", "fremovexattr",
        "creat*", "openat*", "open_by_handle_at", "mkstemp*", "mkostemp*", "mkdtemp", "flock", "lockf*", "copy_file_range",
        "sendfile*", "splice", "tee", "vmsplice", "sync", "syncfs", "sync_file_range", "fdatasync", "acct", "quotactl",
    ]),
    // Processes and who they are.
    (Effect::OnTheSystem, &[
        "fork", "vfork", "_Fork", "forkpty", "clone", "clone3", "daemon", "exec*", "fexecve", "system", "popen",
        "posix_spawn*", "kill", "killpg", "tgkill", "tkill", "pidfd_*", "ptrace", "process_*", "prctl", "nice",
        "setpriority", "sched_set*", "setrlimit*", "prlimit*", "personality", "unshare", "setns", "chroot", "pivot_root",
        "setuid", "setgid", "seteuid", "setegid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid",
        "setfsgid", "setgroups", "initgroups", "capset", "setsid", "setpgid", "setpgrp", "setlogin",
    ]),
    // Other processes' messages, and the network.
    (Effect::OnTheSystem, &[
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "send", "sendto", "sendmsg", "sendmmsg",
        "recv", "recvfrom", "recvmsg", "recvmmsg", "shutdown", "setsockopt", "getaddrinfo*", "gethostby*", "res_*",
        "rcmd*", "rexec*", "shm*", "sem*", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_*", "aio_*", "lio_listio*",
        "io_uring_*", "syslog", "vsyslog", "openlog", "closelog", "memfd_create", "pipe*", "inotify_*", "fanotify_*",
    ]),
    // The machine.
    (Effect::OnTheSystem, &[
        "syscall", "ioctl", "mount*", "umount*", "move_mount", "fsopen", "fsmount", "swapon", "swapoff", "reboot",
        "sethostname", "setdomainname", "sethostid", "settimeofday", "clock_settime", "clock_adjtime", "stime", "adjtime*",
        "ntp_adjtime", "iopl", "ioperm", "outb*", "outw*", "outl*", "init_module", "delete_module", "klogctl", "kexec_*",
        "bpf", "perf_event_open", "keyctl", "add_key", "request_key", "vhangup", "tcset*", "tcsend*", "tcflow", "tcflush",
        "tcdrain", "openpty", "login*", "logout", "logwtmp", "updwtmp*", "pututline", "pututxline", "getpass",
    ]),
];

/// What a function of this name may do.
pub(super) fn of(name: &str) -> Effect {
    let fits = |pattern: &&str| match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => *pattern == name,
    };
    let found = TABLE.iter().find(|(_, patterns)| patterns.iter().any(fits));
    found.map_or(Effect::Unknown, |(effect, _)| *effect)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_beginnings_of_names_are_found() {
        for name in
            ["mkdir", "mkdirat", "unlink", "chmod", "symlink", "truncate64", "kill", "execvp", "mq_open", "ioctl"]
        {
            assert_eq!(of(name), Effect::OnTheSystem, "{name}");
        }
        assert_eq!(of("pthread_create"), Effect::OnTheProcess);
        assert_eq!(of("strtod"), Effect::None);
        for name in ["strverscmpx", "link_nodes", "linked", "toupper_l", "getpwnam", "gethostname", "uname"] {
            assert_eq!(of(name), Effect::Unknown, "{name}");
        }
    }

    #[test]
    fn no_name_is_in_the_table_twice() {
        let mut all: Vec<&str> = TABLE.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
