//! Ordinary commands in a sandbox: what they may do, and what ends them.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sandbox::{Confinement, Ending, Excess, Folders, Limits, Purpose};

const LIMITS: Limits =
    Limits { time: Duration::from_secs(60), memory: 100 << 20, address_space: None, file_size: 1 << 20, disk: 4 << 20 };

/// Runs a command of the shell that starts no process, unless it is meant to.
fn shell(text: &str, purpose: Purpose, scratch: &Path, limits: Limits) -> Ending {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", text]).current_dir(scratch).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    sandbox::run(command, purpose, Confinement::Required, Folders { scratch, home: scratch }, limits).unwrap()
}

fn succeeds(text: &str, scratch: &Path) -> bool {
    let Ending::Ended(status) = shell(text, Purpose::Program, scratch, LIMITS) else { panic!("{text}: stopped") };
    status.success()
}

#[test]
fn only_the_scratch_folder_is_written() {
    let (scratch, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(succeeds("echo text > file && exec mv file renamed", scratch.path()));
    assert!(scratch.path().join("renamed").exists());
    assert!(succeeds("read line < renamed && echo \"$line\" > /dev/null", scratch.path()));
    assert!(!succeeds(&format!("echo text > {}/file", outside.path().display()), scratch.path()));
    assert!(!succeeds(&format!("exec mkdir {}/folder", outside.path().display()), scratch.path()));
    assert_eq!(outside.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_program_that_starts_another_is_ended() {
    let scratch = tempfile::tempdir().unwrap();
    let Ending::Ended(status) = shell("/bin/true; /bin/true", Purpose::Program, scratch.path(), LIMITS) else {
        panic!()
    };
    assert_eq!(status.signal(), Some(libc::SIGSYS));
    let Ending::Ended(status) = shell("/bin/true; /bin/true", Purpose::Tool, scratch.path(), LIMITS) else { panic!() };
    assert!(status.code().is_some_and(|code| code != 0), "{status}");
}

#[test]
fn signals_reach_the_process_itself_only() {
    let scratch = tempfile::tempdir().unwrap();
    assert!(!succeeds("kill -0 $PPID", scratch.path()));
    let Ending::Ended(status) = shell("kill -TERM $$", Purpose::Program, scratch.path(), LIMITS) else { panic!() };
    assert_eq!(status.signal(), Some(libc::SIGTERM));
}

#[test]
fn amounts_are_bounded() {
    let scratch = tempfile::tempdir().unwrap();
    let run = |text: &str, limits| shell(text, Purpose::Program, scratch.path(), limits);
    assert_eq!(run("exec tail /dev/zero", LIMITS), Ending::Stopped(Excess::Memory));
    let short = Limits { time: Duration::from_millis(200), ..LIMITS };
    assert_eq!(run("exec sleep 1000", short), Ending::Stopped(Excess::Time));
    let Ending::Ended(status) = run("exec cat /dev/zero > file", LIMITS) else { panic!("the kernel ends it") };
    assert_eq!(status.signal(), Some(libc::SIGXFSZ));
    let many = "i=0; while :; do i=$((i + 1)); : > file$i; echo x > file$i; done";
    let crowded = Limits { disk: 1 << 20, ..LIMITS };
    assert_eq!(run(many, crowded), Ending::Stopped(Excess::Disk));
}
