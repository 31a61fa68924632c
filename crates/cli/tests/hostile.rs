//! Programs, tests and bitcode that mean harm: exploring them, confirming their bugs and replaying their tests leaves the
//! system as it was.
//!
//! Each run has a canary folder that must stay as it is, a bystander process that must live on, and a listener that nobody
//! must connect to. The attacks are in `hostile/*.c`: one that succeeds ends with status 99, so it is seen even where it
//! leaves no trace.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde_json::Value;
use tempfile::TempDir;

/// What an attack that succeeds ends with.
const SUCCEEDED: &str = "exit status 99";
/// Nobody, on every system.
const NOBODY: u32 = 65534;

/// Who runs the tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    Whoever,
    Nobody,
}

/// What the tool finds on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kernel {
    AsItIs,
    WithoutLandlock,
    WithoutAnything,
}

impl Kernel {
    fn lacks(self) -> &'static [libc::c_long] {
        match self {
            Kernel::AsItIs => &[],
            Kernel::WithoutLandlock => &[libc::SYS_landlock_create_ruleset],
            Kernel::WithoutAnything => &[libc::SYS_landlock_create_ruleset, libc::SYS_unshare],
        }
    }

    /// Lets a command run on this kernel.
    fn under(self, command: &mut Command) {
        if self == Kernel::AsItIs {
            return;
        }
        let calls = self.lacks().iter().map(|&call| (call, Vec::new())).collect();
        let arch = std::env::consts::ARCH.try_into().unwrap();
        let refused = SeccompAction::Errno(libc::ENOSYS as u32);
        let filter = SeccompFilter::new(calls, SeccompAction::Allow, refused, arch).unwrap();
        let filter: BpfProgram = filter.try_into().unwrap();
        let install = move || seccompiler::apply_filter(&filter).map_err(|_| std::io::Error::last_os_error());
        // SAFETY: two system calls.
        unsafe { command.pre_exec(install) };
    }
}

/// What must not change, and a folder to work in.
struct Scene {
    kernel: Kernel,
    folder: TempDir,
    bystander: Child,
    listener: TcpListener,
    user: User,
    before: BTreeMap<PathBuf, String>,
}

impl Scene {
    fn new(user: User, kernel: Kernel) -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().canonicalize().unwrap();
        for name in ["canary/folder", "work", "temporary"] {
            fs::create_dir_all(path.join(name)).unwrap();
        }
        fs::write(path.join("canary/kept"), "kept\n").unwrap();
        let mut bystander = Command::new("sleep");
        bystander.arg("100000");
        if user == User::Nobody {
            for name in ["", "canary", "canary/folder", "canary/kept", "work", "temporary"] {
                chown(path.join(name), Some(NOBODY), Some(NOBODY)).unwrap();
            }
            bystander.uid(NOBODY).gid(NOBODY);
        }
        let bystander = bystander.spawn().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let before = snapshot(&path.join("canary"));
        Scene { kernel, folder, bystander, listener, user, before }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    fn work(&self) -> PathBuf {
        self.path().join("work")
    }

    fn secateur(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(self.work()).env("TMPDIR", self.path().join("temporary"));
        if self.user == User::Nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        self.kernel.under(&mut command);
        command
    }

    /// Runs the tool on a program with what its attacks need to know.
    fn run(&self, program: &Path, more: &[&str]) -> Output {
        let (canary, mark) = (self.path().join("canary"), self.mark());
        let port = self.listener.local_addr().unwrap().port();
        let mut command = self.secateur(&["run", "--out", "out", "--quiet"]);
        command.arg(program).args(more);
        command.arg(format!("-DCANARY=\"{}\"", canary.display())).arg(format!("-DMARK=\"{mark}\""));
        command.arg(format!("-DBYSTANDER={}", self.bystander.id())).arg(format!("-DPORT={port}"));
        finished(&mut command)
    }

    /// The name that processes of an attack give themselves.
    fn mark(&self) -> String {
        format!("mark{}", self.bystander.id())
    }

    fn summary(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.work().join("out/summary.json")).unwrap()).unwrap()
    }

    fn replay(&self) -> Value {
        let output = finished(&mut self.secateur(&["replay", "out", "--json", "--max-time", "2s"]));
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }

    #[track_caller]
    fn is_unharmed(&mut self) {
        assert_eq!(snapshot(&self.path().join("canary")), self.before);
        assert_eq!(self.bystander.try_wait().unwrap(), None, "the bystander is gone");
        let connection = self.listener.accept().map(|_| ()).map_err(|error| error.kind());
        assert_eq!(connection, Err(ErrorKind::WouldBlock), "somebody has connected");
        let mark = self.mark();
        let names = fs::read_dir("/proc").unwrap().flatten().map(|entry| fs::read_to_string(entry.path().join("comm")));
        let left = names.filter(|name| name.as_ref().is_ok_and(|name| name.trim_end() == mark));
        assert_eq!(left.count(), 0, "processes are left behind");
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // Either fails only where the process is gone already.
        let _ = self.bystander.kill();
        let _ = self.bystander.wait();
    }
}

/// Everything that can be seen of the files below a folder.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let text = if metadata.is_file() { fs::read_to_string(&path).unwrap() } else { String::new() };
        let times = (metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec());
        let owner = (metadata.uid(), metadata.gid(), metadata.nlink());
        all.insert(path, format!("{:o} {owner:?} {times:?} {text}", metadata.permissions().mode()));
    }
    all
}

/// The outcome of a command that must not crash.
#[track_caller]
fn finished(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 3 | 10)), "{}: {output:?}", output.status);
    output
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile").join(name)
}

/// The lines of a program that contain these words.
fn lines_with(program: &Path, words: &str) -> Vec<u64> {
    let text = fs::read_to_string(program).unwrap();
    (1..).zip(text.lines()).filter(|(_, line)| line.contains(words)).map(|(number, _)| number).collect()
}

/// Every attack on a native build: what `run` confirms, and what `replay` does.
fn attack(user: User, kernel: Kernel) {
    let mut scene = Scene::new(user, kernel);
    let program = source("attacks.c");
    scene.run(&program, &[]);
    scene.is_unharmed();
    let attacks = lines_with(&program, "        TRY(");
    let fatal = lines_with(&program, "// ENDS");
    let summary = scene.summary();
    let bugs = summary["bugs"].as_array().unwrap();
    assert_eq!(bugs.len(), attacks.len(), "{summary}");
    for bug in bugs {
        // An attack that fails is followed by the bug. One that the sandbox ends is not, and then nothing is known.
        let expected = if fatal.contains(&bug["line"].as_u64().unwrap()) { Value::Null } else { true.into() };
        assert_eq!(bug["confirmed"], expected, "{bug}");
    }
    let replayed = scene.replay();
    scene.is_unharmed();
    let tests = replayed["tests"].as_array().unwrap();
    assert!(tests.len() >= attacks.len(), "{replayed}");
    assert!(tests.iter().all(|test| test["end"] != SUCCEEDED), "{replayed:#}");
}

#[test]
fn attacks_of_native_programs_fail() {
    attack(User::Whoever, Kernel::AsItIs);
}

#[test]
fn attacks_fail_for_an_ordinary_user_too() {
    // SAFETY: it only gives a number.
    let is_root = unsafe { libc::geteuid() } == 0;
    let mut trial = Command::new(env!("CARGO_BIN_EXE_secateur"));
    trial.arg("--version").current_dir("/").uid(NOBODY).gid(NOBODY);
    // An ordinary user has run the test above as one; and some folders only root can enter.
    if is_root && trial.output().is_ok_and(|output| output.status.success()) {
        attack(User::Nobody, Kernel::AsItIs);
    }
}

#[test]
fn attacks_fail_without_landlock() {
    // Containers often keep such namespaces to themselves; there nothing native runs then, which is tested below.
    let namespaces = Command::new("unshare").args(["--user", "--mount", "true"]).output();
    if namespaces.is_ok_and(|output| output.status.success()) {
        attack(User::Whoever, Kernel::WithoutLandlock);
    }
}

#[test]
fn a_search_for_leaks_opens_no_door() {
    let mut scene = Scene::new(User::Whoever, Kernel::AsItIs);
    scene.run(&source("leaks.c"), &["--checks", "memory-leak"]);
    scene.is_unharmed();
    let summary = scene.summary();
    let mut confirmed: Vec<String> =
        summary["bugs"].as_array().unwrap().iter().map(|bug| bug["confirmed"].to_string()).collect();
    confirmed.sort();
    // The leak behind an attack that failed is found; nothing is known of the one behind an attack that was stopped.
    assert_eq!(confirmed, ["null", "true"], "{summary}");
}

#[test]
fn exploring_calls_nothing_that_changes_the_system() {
    let mut scene = Scene::new(User::Whoever, Kernel::AsItIs);
    scene.run(&source("explored.c"), &["--confirm", "off"]);
    scene.is_unharmed();
    let summary = scene.summary();
    assert_eq!(summary["verdict"], "unknown", "{summary}");
    let cuts = summary["cuts"].to_string();
    for name in ["mkfifo", "chown", "mknod", "truncate", "kill", "syscall", "fork", "mount", "popen"] {
        assert!(cuts.contains(&format!("{name}: changes the system: not called")), "{name}: {cuts}");
    }
}

#[test]
fn limits_hold() {
    let mut scene = Scene::new(User::Whoever, Kernel::AsItIs);
    scene.run(&source("greedy.c"), &["--confirm", "off"]);
    let replayed = scene.replay();
    scene.is_unharmed();
    let tests = replayed["tests"].as_array().unwrap();
    let ended = |words: &str| tests.iter().any(|test| test["end"].as_str().is_some_and(|end| end.contains(words)));
    assert!(tests.len() >= 5, "{replayed}");
    assert!(!ended(SUCCEEDED), "{replayed:#}");
    assert!(ended("its time was up") && ended("it wrote too much"), "{replayed:#}");
}

#[test]
fn what_runs_before_main_is_in_the_sandbox() {
    // Bitcode is not instrumented, so there is something to measure beside it.
    const MAIN: &str = "#include <stdlib.h>\n#include <klee/klee.h>\n\
        int main(void) { if (klee_int(\"x\") == 7) abort(); return 0; }\n";
    const EARLY: &str = "#include <unistd.h>\n#include <sys/syscall.h>\n#include <klee/klee.h>\n\
        __attribute__((constructor(101))) static void early(void) {\n\
        \x20   if (klee_is_replay() && (syscall(SYS_unlink, KEPT) == 0 || syscall(SYS_truncate, KEPT, 0) == 0))\n\
        \x20       syscall(SYS_exit_group, 99);\n}\n";
    let mut scene = Scene::new(User::Whoever, Kernel::AsItIs);
    let (c, bitcode) = (scene.work().join("early.c"), scene.work().join("early.bc"));
    fs::write(&c, EARLY).unwrap();
    fs::write(scene.work().join("main.c"), MAIN).unwrap();
    let clang = std::env::var_os("SECATEUR_CLANG").unwrap_or_else(|| "clang-19".into());
    let mut command = Command::new(clang);
    command.args(["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-I"]);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include"));
    command.arg(format!("-DKEPT=\"{}\"", scene.path().join("canary/kept").display()));
    command.arg(&c).arg("-o").arg(&bitcode);
    assert!(command.status().unwrap().success());
    scene.run(&bitcode, &["main.c"]);
    let replayed = scene.replay();
    scene.is_unharmed();
    let tests = replayed["tests"].as_array().unwrap();
    assert!(!tests.is_empty() && tests.iter().all(|test| test["end"] != SUCCEEDED), "{replayed}");
}

/// A `.ktest` file.
fn ktest(arguments: &[&[u8]], objects: &[(&[u8], &[u8])]) -> Vec<u8> {
    fn number(out: &mut Vec<u8>, number: usize) {
        out.extend((number as u32).to_be_bytes());
    }
    fn block(out: &mut Vec<u8>, bytes: &[u8]) {
        number(out, bytes.len());
        out.extend(bytes);
    }
    let mut out = b"KTEST\0\0\0\x03".to_vec();
    number(&mut out, arguments.len());
    arguments.iter().for_each(|argument| block(&mut out, argument));
    number(&mut out, 0);
    number(&mut out, 0);
    number(&mut out, objects.len());
    for (name, bytes) in objects {
        block(&mut out, name);
        block(&mut out, bytes);
    }
    out
}

#[test]
fn tests_that_mean_harm_do_none() {
    const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <klee/klee.h>\n\
        int main(int argc, char **argv) {\n\
        \x20   int x = klee_int(\"x\");\n    FILE *f = fopen(argc > 1 ? argv[1] : \"A\", \"w\");\n\
        \x20   if (f) fputs(\"harm\", f);\n    if (x == 7) abort();\n    return 0;\n}\n";
    let mut scene = Scene::new(User::Whoever, Kernel::AsItIs);
    let program = scene.work().join("harmless.c");
    fs::write(&program, PROGRAM).unwrap();
    scene.run(&program, &[]);
    let canary = scene.path().join("canary");
    let kept = canary.join("kept").to_str().unwrap().to_owned();
    let log = format!("log_path={}", canary.join("log").display());
    let counters = canary.join("counters").to_str().unwrap().to_owned();
    let up = "../".repeat(20) + &kept[1..];
    let large = vec![7; 8 << 20];
    let x: (&[u8], &[u8]) = (b"x", &[0; 4]);
    let tests: &[Vec<u8>] = &[
        ktest(&[b"p", kept.as_bytes()], &[x]),
        ktest(&[b"p", up.as_bytes()], &[x]),
        ktest(&[b"p"], &[x, (format!("{up}-data").as_bytes(), b"harm"), (format!("{kept}-data").as_bytes(), b"harm")]),
        ktest(&[b"p"], &[x, (format!("file:{kept}").as_bytes(), b"harm"), (b"/-data", b"harm"), (b"..-data", b"harm")]),
        ktest(
            &[b"p"],
            &[
                x,
                (b"env:ASAN_OPTIONS", log.as_bytes()),
                (b"env:UBSAN_OPTIONS", log.as_bytes()),
                (b"env:LLVM_PROFILE_FILE", counters.as_bytes()),
                (b"env:SECATEUR_REPLAY_NOTE", kept.as_bytes()),
                (b"env:SECATEUR_REPLAY_FOLDER", canary.to_str().unwrap().as_bytes()),
                (b"env:LD_PRELOAD", kept.as_bytes()),
                (b"env:=", b"odd"),
                (b"env:a\0b", b"odd"),
            ],
        ),
        ktest(&[b"p", b"a\0b"], &[x]),
        ktest(&[b"p"], &[x, (b"stdin", &large), (b"A-data", &large), (&large, b"harm")]),
    ];
    for (number, test) in tests.iter().enumerate() {
        fs::write(scene.work().join(format!("out/tests/test{:06}.ktest", 100 + number)), test).unwrap();
    }
    let replayed = scene.replay();
    scene.is_unharmed();
    assert!(replayed["tests"].as_array().unwrap().len() >= tests.len() + 2, "{replayed}");
    // A size that is not there is refused before anything is run.
    let lying =
        [b"KTEST\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\xff\xff\xff\xff".as_slice(), b"1"].concat();
    fs::write(scene.work().join("out/tests/test000200.ktest"), lying).unwrap();
    let output = scene.secateur(&["replay", "out"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    scene.is_unharmed();
}

#[test]
fn without_a_sandbox_nothing_native_runs() {
    const PROGRAM: &str = "#define _GNU_SOURCE\n#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n\
        int main(void) {\n    int x = klee_int(\"x\");\n    if (x == 7) abort();\n\
        \x20   if (x == 8) return strverscmp(\"a1\", \"a2\") > 0;\n    return 0;\n}\n";
    let mut scene = Scene::new(User::Whoever, Kernel::WithoutAnything);
    fs::write(scene.work().join("p.c"), PROGRAM).unwrap();
    let run = |more: &[&str]| {
        let mut command = scene.secateur(&["run", "p.c", "--out", "out"]);
        command.args(more);
        let output = finished(&mut command);
        (scene.summary(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (summary, said) = run(&[]);
    assert_eq!(summary["bugs"][0]["confirmed"], Value::Null, "{summary}");
    assert!(summary["cuts"].to_string().contains("strverscmp: there is no sandbox to call it in"), "{summary}");
    assert!(said.contains("bugs are not confirmed natively") && said.contains("--unsafe-native"), "{said}");
    let output = scene.secateur(&["replay", "out"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--unsafe-native") && said.lines().count() == 1, "{said}");

    let (summary, _) = run(&["--unsafe-native"]);
    assert_eq!(summary["bugs"][0]["confirmed"], true, "{summary}");
    scene.is_unharmed();
}
