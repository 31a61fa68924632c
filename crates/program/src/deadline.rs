//! Commands that are given up when their time is up, with all they have written by the time they end.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a command is looked after; only those with a deadline are.
const LOOK: Duration = Duration::from_millis(1);

/// When a command is given up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Deadline {
    pub(crate) at: Option<Instant>,
    /// Somebody wants it given up at once.
    pub(crate) interrupt: Option<&'static AtomicBool>,
}

impl Deadline {
    fn is_over(self) -> bool {
        self.at.is_some_and(|at| Instant::now() >= at)
            || self.interrupt.is_some_and(|asked| asked.load(Ordering::Relaxed))
    }
}

/// Runs a command to its end, or kills it at the deadline and gives `None`.
pub(crate) fn output(command: &mut Command, deadline: Deadline) -> io::Result<Option<Output>> {
    if deadline.at.is_none() && deadline.interrupt.is_none() {
        return command.output().map(Some);
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // Both are drained meanwhile, or the command would wait for room in them.
    let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let Some(status) = wait(&mut child, deadline)? else {
        child.kill()?;
        child.wait()?;
        // Nobody waits for the readers: what the command has started may hold its pipes open.
        return Ok(None);
    };
    let read = |reader: JoinHandle<io::Result<Vec<u8>>>| reader.join().unwrap_or_else(|_| Ok(Vec::new()));
    Ok(Some(Output { status, stdout: read(stdout)?, stderr: read(stderr)? }))
}

fn wait(child: &mut Child, deadline: Deadline) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if deadline.is_over() {
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes))?;
        Ok(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", text]).stdin(Stdio::null());
        command
    }

    #[test]
    fn a_command_in_time_is_heard_out() {
        for at in [None, Some(Instant::now() + Duration::from_secs(60))] {
            let deadline = Deadline { at, interrupt: None };
            let output = output(&mut shell("echo out; echo err >&2; exit 3"), deadline).unwrap().expect("in time");
            assert_eq!(
                (output.status.code(), &output.stdout[..], &output.stderr[..]),
                (Some(3), &b"out\n"[..], &b"err\n"[..])
            );
        }
    }

    #[test]
    fn a_command_that_takes_too_long_is_given_up() {
        let started = Instant::now();
        static ASKED: AtomicBool = AtomicBool::new(true);
        let soon = Deadline { at: Some(started + Duration::from_millis(50)), interrupt: None };
        for deadline in [soon, Deadline { at: None, interrupt: Some(&ASKED) }] {
            assert!(output(&mut shell("sleep 60"), deadline).unwrap().is_none());
        }
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
