//! One test on a native build, in a box: a time limit, a memory limit, an empty folder, no environment, no input but
//! the test's.
//!
//! Does not keep a hostile program from the network or from other files of the user.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use report::test_case::ktest::KTest;

use crate::toolchain;
use crate::variant::Variant;
use crate::within::{self, Ending};

/// Memory a test may use.
const MEMORY_MB: u64 = 2048;
/// Bytes a test may write into one file.
const FILE_SIZE: u64 = 64 << 20;

/// Exit status of a program that the address sanitizer ended.
pub const HALTED: i32 = 86;

/// What a native run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    pub end: End,
    /// What the runtime noted: a kind of bug, or why it ended the run. Often empty.
    pub note: String,
    /// What sanitizers reported.
    pub reports: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Exit(i32),
    Signal(i32),
    TimedOut,
}

impl End {
    pub fn in_words(self) -> String {
        match self {
            End::Exit(code) => format!("exit status {code}"),
            End::Signal(number) => format!("ended by signal {number}"),
            End::TimedOut => "stopped: its time was up".to_owned(),
        }
    }
}

/// Whether leaks are looked for when the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaks {
    Ignored,
    Reported,
}

/// How a test is run.
#[derive(Clone, Copy)]
pub struct Setting<'run> {
    pub variant: Variant,
    pub executable: &'run Path,
    pub time: Duration,
    pub leaks: Leaks,
    /// Where a coverage build writes its counters.
    pub profile: Option<&'run Path>,
}

/// Runs a test. `folder` is made for it and must not exist.
pub fn run(setting: Setting<'_>, test: &KTest, folder: &Path) -> io::Result<Observation> {
    let work = folder.join("work");
    fs::create_dir_all(&work)?;
    let (file, note) = (folder.join("test.ktest"), folder.join("note"));
    fs::write(&file, test.to_bytes())?;
    let mut command = Command::new(setting.executable);
    command.args(test.args.iter().skip(1).map(|argument| OsStr::from_bytes(argument_of(argument))));
    command.env_clear().env("SECATEUR_REPLAY_TEST", &file).env("SECATEUR_REPLAY_NOTE", &note);
    command.env("SECATEUR_REPLAY_FILE_SIZE", FILE_SIZE.to_string());
    command.env("SECATEUR_REPLAY_SECONDS", setting.time.as_secs().max(1).to_string());
    let options = sanitizer_options(setting.leaks, &folder.join("report"));
    match setting.variant {
        Variant::Coverage => {
            command.env("SECATEUR_REPLAY_MEMORY", (MEMORY_MB << 20).to_string());
        }
        // Sanitizers reserve address space without end and limit what is used of it themselves.
        Variant::Sanitized => {
            command.env("ASAN_OPTIONS", &options).env("UBSAN_OPTIONS", &options);
        }
        Variant::Uninitialised => {
            command.env("MSAN_OPTIONS", &options);
        }
    }
    if let Some(profile) = setting.profile {
        command.env("LLVM_PROFILE_FILE", profile);
    }
    let input = surround(&mut command, test, folder, &work)?;
    command.current_dir(&work).stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
    let end = match within::run(&mut command, setting.time)? {
        Ending::TimedOut => End::TimedOut,
        Ending::Ended(status) => match (status.code(), status.signal()) {
            (Some(code), _) => End::Exit(code),
            (None, signal) => End::Signal(signal.unwrap_or(0)),
        },
    };
    let note = fs::read(&note).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    Ok(Observation { end, note, reports: reports(folder)? })
}

/// Gives the program the standard input, environment and files of a test. The result is its standard input.
fn surround(command: &mut Command, test: &KTest, folder: &Path, work: &Path) -> io::Result<Stdio> {
    let mut input = Stdio::null();
    for object in &test.objects {
        let name = String::from_utf8_lossy(&object.name);
        if name == "stdin" {
            let path = folder.join("stdin");
            fs::write(&path, &object.bytes)?;
            input = File::open(path)?.into();
        } else if let Some(variable) = name.strip_prefix("env:") {
            let value = object.bytes.split(|&byte| byte == 0).next().unwrap_or_default();
            // A name with a '=' cannot be set; the program will find it unset.
            if !variable.is_empty() && !variable.contains('=') {
                command.env(variable, OsStr::from_bytes(value));
            }
        } else if let Some(file) = name.strip_suffix("-data")
            && let [b'A'..=b'Z'] = file.as_bytes()
        {
            fs::write(work.join(file), &object.bytes)?;
        }
    }
    Ok(input)
}

/// The writer has no other way to say that an argument is empty.
fn argument_of(written: &[u8]) -> &[u8] {
    if written == b"\"\"" { b"" } else { written }
}

fn sanitizer_options(leaks: Leaks, log: &Path) -> String {
    let leaks = match leaks {
        Leaks::Ignored => 0,
        Leaks::Reported => 1,
    };
    format!(
        "log_path='{}':external_symbolizer_path='{}':print_stacktrace=1:handle_abort=1:handle_sigill=1:handle_sigtrap=1:\
         detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=256:max_redzone=2048:\
         hard_rss_limit_mb={MEMORY_MB}:exitcode={HALTED}:print_summary=0:print_legend=0:print_full_thread_history=0",
        log.display(),
        toolchain::tool("llvm-symbolizer").display(),
    )
}

/// Every process of the program has written its own file.
fn reports(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("report.") {
            text.push_str(&String::from_utf8_lossy(&fs::read(entry.path())?));
        }
    }
    Ok(text)
}
