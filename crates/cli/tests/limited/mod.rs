//! Commands that must end within a time limit: a test that hangs is a test that fails.

use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a command left behind.
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the command; `None` if it had to be killed.
pub fn run(command: &mut Command, limit: Duration) -> Option<Finished> {
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    // Both pipes are drained while waiting, or a talkative child would block on them.
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let status = loop {
        match child.try_wait().expect("a child of this process") {
            Some(status) => break status,
            None if started.elapsed() > limit => {
                // It may have ended in between; either way it is gone after this.
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |reader: thread::JoinHandle<String>| reader.join().expect("the reader does not panic");
    Some(Finished { status, stdout: text(stdout), stderr: text(stderr) })
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What could be read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
