//! What the world does to a run: kills it, its compiler, its memory and its disk. One clear line, and nothing lost.

mod limited;
mod run_folder;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use run_folder::Folder;
use serde_json::Value;

/// Finds a bug at once and never ends: every round forks.
const ENDLESS: &str = "_Bool __VERIFIER_nondet_bool(void); int __VERIFIER_nondet_int(void); void abort(void);\n\
    static volatile unsigned sink;\n\
    int main(void) {\n\
        if (__VERIFIER_nondet_int() == 77)\n\
            abort();\n\
        for (;;)\n\
            if (__VERIFIER_nondet_bool())\n\
                sink++;\n\
    }\n";

/// Runs in a world that is against them.
trait Adversity {
    fn shell(&self, before: &str, arguments: &str) -> Command;
    fn complaint_after(&self, before: &str, arguments: &str) -> String;
    fn summary_if_there(&self) -> Option<Value>;
    fn nothing_is_lost(&self);
}

impl Adversity for Folder {
    /// The tool, after some words to the shell that starts it.
    fn shell(&self, before: &str, arguments: &str) -> Command {
        let mut command = Command::new("sh");
        let tool = env!("CARGO_BIN_EXE_secateur");
        command.arg("-c").arg(format!("{before} exec '{tool}' {arguments}")).current_dir(self.root());
        command
    }

    /// The one line on standard error of a command that ends with status 2.
    #[track_caller]
    fn complaint_after(&self, before: &str, arguments: &str) -> String {
        let finished = limited::run(&mut self.shell(before, arguments), Duration::from_secs(120)).expect("it ends");
        assert_eq!(finished.status.code(), Some(2), "{}: {}{}", finished.status, finished.stdout, finished.stderr);
        let line = finished.stderr.trim_end().to_owned();
        assert_eq!(line.lines().count(), 1, "{line}");
        line
    }

    fn summary_if_there(&self) -> Option<Value> {
        let text = std::fs::read_to_string(self.path("out/summary.json")).ok()?;
        Some(serde_json::from_str(&text).expect("a summary is whole at any moment"))
    }

    /// The summary is there, and every test of the run can be replayed.
    #[track_caller]
    fn nothing_is_lost(&self) {
        let summary = self.summary_if_there().expect("a summary");
        assert_eq!(summary["verdict"], "unsafe", "{summary}");
        let test = summary["bugs"][0]["test"].as_str().expect("the test of the bug");
        let tests = self.path("out/tests").read_dir().unwrap().count();
        assert!(tests > 1 && self.path("out").join(test).is_file(), "{tests} files, {test}");
        let replayed = limited::run(&mut self.shell("", "replay out"), Duration::from_secs(120)).expect("it ends");
        assert_eq!(replayed.status.code(), Some(10), "{}{}", replayed.stdout, replayed.stderr);
    }
}

#[test]
fn a_run_that_is_killed_leaves_whole_files() {
    let folder = Folder::with("endless.c", ENDLESS);
    let mut command = folder.shell("", "run endless.c --out out --quiet");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let has_bug = |summary: Value| !summary["bugs"].as_array().is_none_or(Vec::is_empty);
    while !folder.summary_if_there().is_some_and(has_bug) {
        assert!(started.elapsed() < Duration::from_secs(60), "no bug in the summary");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    folder.nothing_is_lost();
    assert_eq!(folder.summary_if_there().unwrap()["stop_reason"], "interrupt");
}

#[test]
fn a_summary_is_there_before_anything_is_found() {
    let folder = Folder::with("loop.c", "int main(void) { for (volatile int i = 0;; i++) {} }\n");
    let mut command = folder.shell("", "run loop.c --out out --quiet");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    while folder.summary_if_there().is_none() {
        assert!(started.elapsed() < Duration::from_secs(60), "no summary");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.summary_if_there().unwrap()["verdict"], "unknown");
}

#[test]
fn a_disk_without_space_is_named() {
    let folder = Folder::with("endless.c", ENDLESS);
    let line = folder.complaint_after("ulimit -f 0;", "run endless.c --out out --quiet --max-time 20s");
    assert!(line.contains("no space left") && line.contains("out/"), "{line}");
}

#[test]
fn an_output_directory_nobody_may_write_is_named() {
    let folder = Folder::with("endless.c", ENDLESS);
    let line = folder.complaint_after("", "run endless.c --out /proc/secateur-out --quiet");
    assert!(line.contains("/proc/secateur-out"), "{line}");
}

#[test]
fn a_compiler_that_is_killed_is_named() {
    let folder = Folder::with("endless.c", ENDLESS);
    let clang = folder.path("clang");
    std::fs::write(&clang, "#!/bin/sh\nkill -9 $$\n").unwrap();
    executable(&clang);
    let line =
        folder.complaint_after("SECATEUR_CLANG=./clang;export SECATEUR_CLANG;", "run endless.c --out out --quiet");
    assert!(line.contains("endless.c") && line.contains("signal 9"), "{line}");
}

/// The clock of `--max-time` starts before the compiler.
#[test]
fn a_compiler_that_takes_too_long_ends_the_run() {
    let folder = Folder::with("endless.c", ENDLESS);
    let clang = folder.path("clang");
    std::fs::write(&clang, "#!/bin/sh\nexec sleep 100\n").unwrap();
    executable(&clang);
    let slow = "SECATEUR_CLANG=./clang;export SECATEUR_CLANG;";
    for (arguments, status, said) in [
        ("run endless.c --max-time 1s --out out --quiet", 3, ""),
        (
            "reach endless.c --target endless.c:4,main --max-time 1s --out out --quiet",
            5,
            "endless.c:4: unknown\nmain: unknown\n",
        ),
    ] {
        let started = Instant::now();
        let finished = limited::run(&mut folder.shell(slow, arguments), Duration::from_secs(60)).expect("it ends");
        assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
        assert_eq!((finished.status.code(), finished.stdout.as_str()), (Some(status), said), "{}", finished.stderr);
        let summary = folder.summary_if_there().expect("a summary");
        let end = (summary["verdict"].as_str(), summary["stop_reason"].as_str());
        assert_eq!(end, (Some("unknown"), Some("time")), "{summary}");
        assert_eq!(summary["cuts"], serde_json::json!([{ "reason": "time", "count": 1, "where": "compiling" }]));
    }
}

fn executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_run_without_memory_says_so_and_loses_nothing() {
    let folder = Folder::with("endless.c", ENDLESS);
    // Room to start in (mostly the reserved stack), and not for long.
    let arguments = "run endless.c --search bfs --induction off --max-memory 0 --out out --quiet";
    let line = folder.complaint_after("ulimit -v 1200000;", arguments);
    assert!(line.contains("out of memory"), "{line}");
    folder.nothing_is_lost();
}
