//! Which system calls a sandboxed process may make: one table, compiled to two seccomp filters.
//!
//! What is allowed acts on the process itself, on its own memory and descriptors, or on files, of which the walls around
//! them (`files`, `namespace`) are the judges. Everything else does not exist (`ENOSYS`), so nothing has to be known of what
//! a future kernel brings. What files' walls do not judge is kept out here: changes of permissions, owners and times,
//! truncation without the right to write, most device controls, sockets, signals and limits of other processes.
//!
//! A call by which a program reaches for something that a replay does not have (another process, the network) ends it
//! with `SIGSYS`, because what it would do after a refusal is not what it was explored to do.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};

use crate::Purpose;

/// Stands for the number of the process in a filter that is made before there is one.
pub(crate) const OWN_PROCESS: u32 = 0x5eca_7e01;

/// Allowed with any arguments.
#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // Descriptors and what is behind them.
    libc::SYS_read, libc::SYS_write, libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64,
    libc::SYS_preadv, libc::SYS_pwritev, libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_lseek, libc::SYS_close,
    libc::SYS_close_range, libc::SYS_dup, libc::SYS_dup3, libc::SYS_pipe2, libc::SYS_fsync, libc::SYS_fdatasync,
    libc::SYS_ftruncate, libc::SYS_fallocate, libc::SYS_fadvise64, libc::SYS_sendfile, libc::SYS_copy_file_range,
    libc::SYS_ppoll, libc::SYS_pselect6, libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait,
    libc::SYS_eventfd2, libc::SYS_timerfd_create, libc::SYS_timerfd_settime, libc::SYS_timerfd_gettime,
    // Names of files.
    libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx, libc::SYS_statfs, libc::SYS_fstatfs, libc::SYS_faccessat,
    libc::SYS_faccessat2, libc::SYS_readlinkat, libc::SYS_getdents64, libc::SYS_getcwd, libc::SYS_chdir,
    libc::SYS_fchdir, libc::SYS_mkdirat, libc::SYS_unlinkat, libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_linkat,
    libc::SYS_symlinkat, libc::SYS_umask,
    // Memory.
    libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mprotect, libc::SYS_mremap, libc::SYS_madvise, libc::SYS_mincore,
    libc::SYS_msync, libc::SYS_mlock, libc::SYS_munlock, libc::SYS_brk, libc::SYS_membarrier, libc::SYS_get_mempolicy,
    // Signals of its own, and time.
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait, libc::SYS_rt_sigsuspend, libc::SYS_sigaltstack, libc::SYS_restart_syscall,
    libc::SYS_getitimer, libc::SYS_setitimer, libc::SYS_nanosleep, libc::SYS_clock_nanosleep, libc::SYS_clock_gettime,
    libc::SYS_clock_getres, libc::SYS_gettimeofday, libc::SYS_times,
    // What it is.
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getpgid, libc::SYS_getsid, libc::SYS_getuid,
    libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getgroups, libc::SYS_getresuid,
    libc::SYS_getresgid, libc::SYS_getrusage, libc::SYS_getcpu, libc::SYS_getpriority, libc::SYS_sysinfo, libc::SYS_uname,
    libc::SYS_getrandom, libc::SYS_capget, libc::SYS_personality, libc::SYS_sched_yield, libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam, libc::SYS_sched_getscheduler, libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    // Threads and the end.
    libc::SYS_futex, libc::SYS_set_tid_address, libc::SYS_set_robust_list, libc::SYS_rseq, libc::SYS_wait4,
    libc::SYS_waitid, libc::SYS_exit, libc::SYS_exit_group,
];

/// The same under the older names that only this architecture has.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const ALLOWED_OLD: &[c_long] = &[
    libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_pipe, libc::SYS_dup2, libc::SYS_select, libc::SYS_poll,
    libc::SYS_epoll_create, libc::SYS_epoll_wait, libc::SYS_eventfd, libc::SYS_getpgrp, libc::SYS_rename,
    libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_unlink, libc::SYS_link, libc::SYS_symlink, libc::SYS_readlink,
    libc::SYS_getdents, libc::SYS_time, libc::SYS_alarm, libc::SYS_pause, libc::SYS_arch_prctl, libc::SYS_creat,
    libc::SYS_getrlimit, libc::SYS_setrlimit,
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_OLD: &[c_long] = &[];

/// Allowed if the argument at this place has one of these values.
#[rustfmt::skip]
const ALLOWED_WITH: &[(c_long, u8, &[u32])] = &[
    // Signals and limits of this process only.
    (libc::SYS_kill, 0, &[OWN_PROCESS, 0]),
    (libc::SYS_tkill, 0, &[OWN_PROCESS]),
    (libc::SYS_tgkill, 0, &[OWN_PROCESS]),
    (libc::SYS_rt_sigqueueinfo, 0, &[OWN_PROCESS]),
    (libc::SYS_rt_tgsigqueueinfo, 0, &[OWN_PROCESS]),
    (libc::SYS_prlimit64, 0, &[OWN_PROCESS, 0]),
    // Nothing that sends signals to the owner of a descriptor, no leases, no larger pipes.
    (libc::SYS_fcntl, 1, &[
        libc::F_DUPFD as u32, libc::F_GETFD as u32, libc::F_SETFD as u32, libc::F_GETFL as u32, libc::F_SETFL as u32,
        libc::F_GETLK as u32, libc::F_SETLK as u32, libc::F_SETLKW as u32, libc::F_DUPFD_CLOEXEC as u32,
        libc::F_OFD_GETLK as u32, libc::F_OFD_SETLK as u32, libc::F_OFD_SETLKW as u32,
    ]),
    // Questions, and flags of a descriptor. Others change files that were only opened for reading.
    (libc::SYS_ioctl, 1, &[
        libc::TCGETS as u32, libc::TIOCGWINSZ as u32, libc::FIONREAD as u32, libc::FIONBIO as u32, libc::FIOCLEX as u32,
        libc::FIONCLEX as u32,
    ]),
    (libc::SYS_prctl, 0, &[
        libc::PR_SET_NAME as u32, libc::PR_GET_NAME as u32, libc::PR_SET_DUMPABLE as u32, libc::PR_GET_DUMPABLE as u32,
        libc::PR_SET_PTRACER as u32, libc::PR_SET_VMA as u32, libc::PR_SET_NO_NEW_PRIVS as u32,
        libc::PR_GET_NO_NEW_PRIVS as u32, libc::PR_CAPBSET_READ as u32, libc::PR_SET_THP_DISABLE as u32,
    ]),
];

/// All that a call of a library function may make, which is put around it in a moment: the kernel tries each of its
/// system calls on a new filter, so a short one makes the difference.
#[rustfmt::skip]
const FOR_CALLS: &[c_long] = &[
    libc::SYS_read, libc::SYS_write, libc::SYS_writev, libc::SYS_pread64, libc::SYS_lseek, libc::SYS_close, libc::SYS_fstat,
    libc::SYS_newfstatat, libc::SYS_statfs, libc::SYS_faccessat, libc::SYS_readlinkat, libc::SYS_getdents64, libc::SYS_getcwd,
    libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mprotect, libc::SYS_mremap, libc::SYS_madvise, libc::SYS_mincore,
    libc::SYS_brk, libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep, libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_gettimeofday, libc::SYS_times,
    libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_getpgid, libc::SYS_getsid, libc::SYS_getuid,
    libc::SYS_geteuid, libc::SYS_getgid, libc::SYS_getegid, libc::SYS_getgroups, libc::SYS_getrusage, libc::SYS_getpriority,
    libc::SYS_sysinfo, libc::SYS_uname, libc::SYS_getrandom, libc::SYS_sched_getaffinity, libc::SYS_futex,
    libc::SYS_exit_group,
];
const FOR_CALLS_WITH: &[(c_long, u8, &[u32])] = &[
    (libc::SYS_tgkill, 0, &[OWN_PROCESS]),
    (libc::SYS_prlimit64, 0, &[0]),
    (libc::SYS_fcntl, 1, &[libc::F_GETFD as u32, libc::F_GETFL as u32]),
    (libc::SYS_ioctl, 1, &[libc::TCGETS as u32]),
];

/// How the leak sanitizer starts the process that looks at the memory of this one.
const LEAK_SEARCH: u32 = (libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_FILES | libc::CLONE_UNTRACED) as u32;

/// The filters, in the order in which they are to be installed.
pub(crate) fn filters(purpose: Purpose) -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let (enosys, allow) = (SeccompAction::Errno(libc::ENOSYS as u32), SeccompAction::Allow);
    let mut all = Vec::new();
    match purpose {
        Purpose::Call | Purpose::Tool => {}
        Purpose::Program | Purpose::LeakSearch => {
            all.push(SeccompFilter::new(fatal(purpose)?, allow.clone(), SeccompAction::KillProcess, arch)?.try_into()?);
        }
    }
    // The last one: it does not allow to install another.
    all.push(in_ranges(allowed(purpose)?, enosys, allow, arch)?);
    Ok(all)
}

/// A filter that finds a number in few steps: one filter for each range of numbers, and jumps to them.
fn in_ranges(
    rules: Rules,
    otherwise: SeccompAction,
    action: SeccompAction,
    arch: TargetArch,
) -> Result<BpfProgram, seccompiler::BackendError> {
    /// Numbers in a range.
    const WIDTH: usize = 6;
    let all: Vec<(i64, Vec<SeccompRule>)> = rules.into_iter().collect();
    let mut ranges: Vec<(u32, BpfProgram)> = Vec::new();
    for part in all.chunks(WIDTH) {
        let filter = SeccompFilter::new(part.iter().cloned().collect(), otherwise.clone(), action.clone(), arch)?;
        ranges.push((part.first().map_or(0, |(number, _)| *number as u32), filter.try_into()?));
    }
    let instruction = |code: u32, jf, k| sock_filter { code: code as u16, jt: 0, jf, k };
    // The number of the call is the first word that a filter sees.
    let mut program = vec![instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0)];
    let head = 1 + 2 * ranges.len().saturating_sub(1);
    let mut start = head + ranges.iter().map(|(_, filter)| filter.len()).sum::<usize>();
    // From the last range down to the second; what is below that is in the first, which follows.
    for (first, filter) in ranges.iter().skip(1).rev() {
        start -= filter.len();
        program.push(instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 1, *first));
        let behind = program.len() + 1;
        program.push(instruction(libc::BPF_JMP | libc::BPF_JA, 0, (start - behind) as u32));
    }
    program.extend(ranges.into_iter().flat_map(|(_, filter)| filter));
    Ok(program)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn allowed(purpose: Purpose) -> Result<Rules, seccompiler::BackendError> {
    let (always, old, with) = match purpose {
        Purpose::Call => (FOR_CALLS, &[] as &[c_long], FOR_CALLS_WITH),
        Purpose::Tool | Purpose::Program | Purpose::LeakSearch => (ALLOWED, ALLOWED_OLD, ALLOWED_WITH),
    };
    let mut rules: Rules = always.iter().chain(old).map(|&call| (call, Vec::new())).collect();
    for (call, place, values) in with {
        let all: Result<Vec<_>, _> = values.iter().map(|&value| rule(&[equal(*place, value)?])).collect();
        rules.insert(*call, all?);
    }
    rules.insert(libc::SYS_openat, opening(2)?);
    let thread = rule(&[masked(0, libc::CLONE_THREAD as u32, libc::CLONE_THREAD as u32)?])?;
    match purpose {
        Purpose::Call => return Ok(rules),
        Purpose::Tool | Purpose::Program => {
            rules.insert(libc::SYS_clone, vec![thread]);
            rules.insert(libc::SYS_execve, Vec::new());
        }
        Purpose::LeakSearch => {
            rules.insert(libc::SYS_clone, vec![thread, rule(&[equal(0, LEAK_SEARCH)?])?]);
            rules.insert(libc::SYS_execve, Vec::new());
            // Of threads of its own: the walls keep it from others.
            rules.insert(libc::SYS_ptrace, Vec::new());
        }
    }
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, opening(1)?);
    Ok(rules)
}

/// What ends a program.
fn fatal(purpose: Purpose) -> Result<Rules, seccompiler::BackendError> {
    let other_process = masked(0, libc::CLONE_THREAD as u32, 0)?;
    let clone = match purpose {
        Purpose::LeakSearch => rule(&[other_process, condition(0, SeccompCmpOp::Ne, LEAK_SEARCH)?])?,
        Purpose::Call | Purpose::Tool | Purpose::Program => rule(&[other_process])?,
    };
    // A library that asks a local service does without it.
    let network = rule(&[condition(0, SeccompCmpOp::Ne, libc::AF_UNIX as u32)?])?;
    let mut rules = Rules::from([(libc::SYS_clone, vec![clone]), (libc::SYS_socket, vec![network])]);
    #[cfg(target_arch = "x86_64")]
    rules.extend([(libc::SYS_fork, Vec::new()), (libc::SYS_vfork, Vec::new())]);
    Ok(rules)
}

/// Opening a file, with the flags at this place. To truncate a file is to write it, which not every kernel's walls know of an
/// open for reading.
fn opening(place: u8) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let mode = |mode| masked(place, libc::O_ACCMODE as u32, mode as u32);
    let whole = masked(place, libc::O_TRUNC as u32, 0)?;
    Ok(vec![rule(&[whole])?, rule(&[mode(libc::O_WRONLY)?])?, rule(&[mode(libc::O_RDWR)?])?])
}

fn rule(conditions: &[SeccompCondition]) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(conditions.to_vec())
}

fn equal(place: u8, value: u32) -> Result<SeccompCondition, seccompiler::BackendError> {
    condition(place, SeccompCmpOp::Eq, value)
}

fn masked(place: u8, mask: u32, value: u32) -> Result<SeccompCondition, seccompiler::BackendError> {
    condition(place, SeccompCmpOp::MaskedEq(u64::from(mask)), value)
}

/// All arguments that are compared are `int`s to the kernel, which does not look at their upper half.
fn condition(place: u8, how: SeccompCmpOp, value: u32) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(place, SeccompCmpArgLen::Dword, how, u64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_has_filters_that_fit() {
        for purpose in [Purpose::Call, Purpose::Tool, Purpose::Program, Purpose::LeakSearch] {
            for filter in filters(purpose).unwrap() {
                assert!(filter.len() <= crate::enter::LONGEST_FILTER, "{purpose:?}: {}", filter.len());
            }
        }
    }

    /// What a filter says of a call, whose arguments all have this value, and the steps it takes.
    fn judged(filter: &BpfProgram, number: u32, argument: u32) -> (u32, usize) {
        const X86_64: u32 = 0xc000_003e;
        const AARCH64: u32 = 0xc000_00b7;
        let arch = if cfg!(target_arch = "x86_64") { X86_64 } else { AARCH64 };
        let (mut at, mut value, mut steps) = (0, 0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = filter[at];
            (at, steps) = (at + 1, steps + 1);
            match code {
                0x20 => {
                    value = match k {
                        0 => number,
                        4 => arch,
                        _ => argument,
                    }
                }
                0x54 => value &= k,
                0x05 => at += k as usize,
                0x06 => return (k, steps),
                0x15 | 0x25 | 0x35 => {
                    let holds = match code {
                        0x15 => value == k,
                        0x25 => value > k,
                        _ => value >= k,
                    };
                    at += usize::from(if holds { jt } else { jf });
                }
                _ => panic!("{code:#x}"),
            }
        }
    }

    #[test]
    fn ranges_change_nothing_but_the_number_of_steps() {
        let arch = TargetArch::try_from(std::env::consts::ARCH).unwrap();
        let (enosys, allow) = (SeccompAction::Errno(libc::ENOSYS as u32), SeccompAction::Allow);
        for purpose in [Purpose::Call, Purpose::Tool, Purpose::Program, Purpose::LeakSearch] {
            let rules = || allowed(purpose).unwrap();
            let plain = SeccompFilter::new(rules(), enosys.clone(), allow.clone(), arch).unwrap();
            let plain: BpfProgram = plain.try_into().unwrap();
            let ranges = in_ranges(rules(), enosys.clone(), allow.clone(), arch).unwrap();
            let mut most = 0;
            for number in (0..1000).chain((0..1000).map(|number| number | 0x4000_0000)) {
                for argument in [0, 1, 2, 8, 0x241, 0x1200, 0x5401, OWN_PROCESS, LEAK_SEARCH, 0x10000, u32::MAX] {
                    let (verdict, steps) = judged(&ranges, number, argument);
                    assert_eq!(verdict, judged(&plain, number, argument).0, "{purpose:?}: {number} {argument:#x}");
                    most = most.max(steps);
                }
            }
            assert!(most < 120, "{purpose:?}: {most}");
        }
    }

    #[test]
    fn no_call_is_in_the_table_twice() {
        let mut all: Vec<c_long> = ALLOWED.iter().chain(ALLOWED_OLD).copied().collect();
        all.extend(ALLOWED_WITH.iter().map(|(call, ..)| *call));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn calls_need_no_more_than_programs() {
        let (calls, programs) = (allowed(Purpose::Call).unwrap(), allowed(Purpose::Program).unwrap());
        assert!(calls.keys().all(|call| programs.contains_key(call)));
    }

    #[test]
    fn what_files_walls_do_not_judge_is_not_allowed() {
        let rules = allowed(Purpose::LeakSearch).unwrap();
        let kept_out = [
            libc::SYS_fchmod,
            libc::SYS_fchmodat,
            libc::SYS_fchown,
            libc::SYS_fchownat,
            libc::SYS_utimensat,
            libc::SYS_setxattr,
            libc::SYS_truncate,
            libc::SYS_flock,
            libc::SYS_socket,
            libc::SYS_io_uring_setup,
            libc::SYS_setsid,
            libc::SYS_setpgid,
            libc::SYS_clone3,
            libc::SYS_pidfd_open,
            libc::SYS_process_vm_writev,
            libc::SYS_mount,
            libc::SYS_unshare,
            libc::SYS_memfd_create,
            libc::SYS_shmget,
            libc::SYS_open_by_handle_at,
        ];
        for call in kept_out {
            assert!(!rules.contains_key(&call), "{call}");
        }
    }
}
