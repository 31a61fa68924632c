//! One test on a native build, in a box: a sandbox with limits of time, memory and disk, an empty folder, no environment, no
//! input but the test's.
//!
//! What a program leaves in its folder is not trusted: it may have put links, pipes or any amount of bytes there.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use report::test_case::ktest::KTest;
use sandbox::{Ending, Excess, Folders, Limits, Purpose};

use crate::symbols;
use crate::variant::Variant;
use crate::workshop::Workshop;

/// Memory a test may use.
const MEMORY_MB: u64 = 2048;
/// Bytes a test may write into one file, and into all.
const FILE_SIZE: u64 = 64 << 20;
const DISK: u64 = 256 << 20;
/// Bytes of a file that are read at most.
const MOST_READ: u64 = FILE_SIZE;

/// The counters of a coverage build, in the folder of the test.
pub const COUNTERS: &str = "counters.profraw";

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
    /// It used too much of something.
    Stopped(Excess),
}

impl End {
    pub fn in_words(self) -> String {
        match self {
            End::Exit(code) => format!("exit status {code}"),
            End::Signal(libc::SIGSYS) => "stopped: it wanted another process or the network".to_owned(),
            End::Signal(number) => format!("ended by signal {number}"),
            End::Stopped(Excess::Time) => "stopped: its time was up".to_owned(),
            End::Stopped(Excess::Memory) => "stopped: it used too much memory".to_owned(),
            End::Stopped(Excess::Disk) => "stopped: it wrote too much".to_owned(),
            End::Stopped(Excess::Threads) => "stopped: it started too many threads".to_owned(),
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
    pub workshop: &'run Workshop<'run>,
    pub variant: Variant,
    pub executable: &'run Path,
    pub time: Duration,
    pub leaks: Leaks,
    pub handlers: Handlers,
}

/// Whether the program may handle the signals of errors itself, and so hide them from sanitizers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handlers {
    Allowed,
    Refused,
}

impl Setting<'_> {
    fn purpose(&self) -> Purpose {
        match self.leaks {
            Leaks::Ignored => Purpose::Program,
            Leaks::Reported => Purpose::LeakSearch,
        }
    }

    fn limits(&self) -> Limits {
        let memory = MEMORY_MB << 20;
        let address_space = match self.variant {
            Variant::Coverage => Some(memory),
            // Sanitizers reserve it without end.
            Variant::Sanitized | Variant::Uninitialised => None,
        };
        Limits { time: self.time, memory, address_space, file_size: FILE_SIZE, disk: DISK }
    }
}

/// Runs a test. `folder` is made for it and must not exist; it is all the test can write to.
pub fn run(setting: Setting<'_>, test: &KTest, folder: &Path) -> io::Result<Observation> {
    let work = folder.join("work");
    fs::create_dir_all(&work)?;
    let (file, note) = (folder.join("test.ktest"), folder.join("note"));
    fs::write(&file, test.to_bytes())?;
    let mut command = Command::new(setting.executable);
    command.args(test.args.iter().skip(1).map(|argument| OsStr::from_bytes(argument_of(argument))));
    command.env_clear();
    let input = surround(&mut command, test, folder, &work, setting.workshop.subject.record.stdin_bytes.is_some())?;
    // After the variables of the test, which cannot change these.
    command.env("SECATEUR_REPLAY_TEST", &file).env("SECATEUR_REPLAY_NOTE", &note);
    command.env("SECATEUR_REPLAY_FOLDER", folder);
    command.env("SECATEUR_REPLAY_ORIGIN", &setting.workshop.subject.record.directory);
    let options = sanitizer_options(setting.leaks, setting.handlers, &folder.join("report"));
    match setting.variant {
        // The mark asks for counters that live in the file, which a crash does not lose.
        Variant::Coverage => command.env("LLVM_PROFILE_FILE", folder.join(format!("%c{COUNTERS}"))),
        Variant::Sanitized => command.env("ASAN_OPTIONS", &options).env("UBSAN_OPTIONS", &options),
        Variant::Uninitialised => command.env("MSAN_OPTIONS", &options),
    };
    command.current_dir(&work).stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
    let confinement = setting.workshop.confinement;
    let folders = Folders { scratch: folder, home: setting.workshop.scratch() };
    let end = match sandbox::run(command, setting.purpose(), confinement, folders, setting.limits())? {
        Ending::Stopped(excess) => End::Stopped(excess),
        Ending::Ended(status) => match (status.code(), status.signal()) {
            (Some(code), _) => End::Exit(code),
            (None, signal) => End::Signal(signal.unwrap_or(0)),
        },
    };
    open_up(folder);
    let note = read_file(&note).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let reports = reports(folder)?;
    // Without lines a report still tells the kind of a bug.
    let reports = symbols::resolve(setting.workshop, &reports, setting.executable, folder).unwrap_or(reports);
    Ok(Observation { end, note, reports })
}

/// As much as a pipe holds without anybody reading.
const PIPE: usize = 60_000;

/// Standard input as the models have it: a file where it has a size of its own, else a pipe, while it fits into one.
fn standard_input(bytes: &[u8], folder: &Path, is_file: bool) -> io::Result<Stdio> {
    if is_file || bytes.len() > PIPE {
        let path = folder.join("stdin");
        fs::write(&path, bytes)?;
        return Ok(File::open(path)?.into());
    }
    let (read, mut write) = io::pipe()?;
    write.write_all(bytes)?;
    Ok(read.into())
}

/// Gives the program the standard input, environment and files of a test. The result is its standard input.
fn surround(command: &mut Command, test: &KTest, folder: &Path, work: &Path, sized: bool) -> io::Result<Stdio> {
    let mut input = standard_input(&[], folder, sized)?;
    for object in &test.objects {
        let name = String::from_utf8_lossy(&object.name);
        if name == "stdin" {
            input = standard_input(&object.bytes, folder, sized)?;
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

fn sanitizer_options(leaks: Leaks, handlers: Handlers, log: &Path) -> String {
    let leaks = match leaks {
        Leaks::Ignored => 0,
        Leaks::Reported => 1,
    };
    let ours = match handlers {
        Handlers::Allowed => 1,
        Handlers::Refused => 2,
    };
    format!(
        "log_path='{}':symbolize=0:print_stacktrace=1:handle_abort={ours}:handle_sigill={ours}:handle_sigtrap={ours}:\
         handle_segv={ours}:handle_sigbus={ours}:handle_sigfpe={ours}:\
         detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1:redzone=256:max_redzone=2048:\
         exitcode={HALTED}:print_summary=0:print_legend=0:print_full_thread_history=0",
        log.display(),
    )
}

/// What sanitizers have written.
fn reports(folder: &Path) -> io::Result<String> {
    let mut text = String::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_report = entry.file_name().to_string_lossy().starts_with("report.");
        if is_report
            && (text.len() as u64) < MOST_READ
            && let Some(bytes) = read_file(&entry.path())
        {
            text.push_str(&String::from_utf8_lossy(&bytes));
        }
    }
    Ok(text)
}

/// Lets us into every folder that a program has made, so that they can be removed.
fn open_up(folder: &Path) {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        // What cannot be changed is left lying about, as it is anyhow.
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        // A link is none.
        open.extend(
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path()),
        );
    }
}

/// The beginning of a file that a program has left, if it is one.
pub fn read_file(path: &Path) -> Option<Vec<u8>> {
    // A link would lead elsewhere, and a pipe would never end.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path).ok()?;
    let mut bytes = Vec::new();
    file.metadata().ok().filter(Metadata::is_file)?;
    file.take(MOST_READ).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
