//! A run that goes on until somebody ends it, and serves its page meanwhile.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};

/// A bug, and then rounds with two ways each, of which there is always another one.
pub const PROGRAM: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n\
        unsigned long sum = 0;\n\
        int first = __VERIFIER_nondet_int();\n\
        if (first == 4711) return 1 / (first - 4711);\n\
        for (;;) {\n\
            int x = __VERIFIER_nondet_int();\n\
            if (x > 5) sum = 3 * sum + 1; else sum++;\n\
        }\n\
    }\n";

pub struct EndlessRun {
    child: Child,
    /// Kept open, so that nobody who writes there is ended by that.
    _stderr: BufReader<ChildStderr>,
    /// `http://127.0.0.1:PORT/TOKEN/`.
    pub address: String,
}

impl EndlessRun {
    /// Starts it in a folder; its output goes to `out`.
    pub fn start(folder: &Path) -> EndlessRun {
        std::fs::write(folder.join("endless.c"), PROGRAM).expect("a folder for the program");
        let mut child = Command::new(env!("CARGO_BIN_EXE_secateur"))
            .args(["run", "endless.c", "--live", "--quiet", "--out", "out", "--max-time", "300s", "--confirm", "off"])
            // Or it would be proved that there is nothing more to be found.
            .args(["--tests", "none", "--induction", "off"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("secateur starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("it says where it is");
        let address = line.trim().strip_prefix("secateur: live at ").unwrap_or_else(|| panic!("{line}")).to_owned();
        EndlessRun { child, _stderr: stderr, address }
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("a child of this process")
    }
}

impl Drop for EndlessRun {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
