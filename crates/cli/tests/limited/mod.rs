//! Commands that must end: a test that hangs is a test that fails. What counts is processor time, so that a machine with other
//! work to do changes nothing; a command that does nothing at all is given ten times as long on the clock.

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

/// How much longer a command may take on the clock than it computes.
const WAITING: u32 = 10;

/// Runs the command, which may compute for as long as `limit`; `None` if it had to be killed.
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
            None if started.elapsed() > limit && has_used_up(child.id(), started.elapsed(), limit) => {
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

/// Whether a process that runs has computed for longer than the limit, or waited for much longer.
fn has_used_up(process: u32, elapsed: Duration, limit: Duration) -> bool {
    elapsed > limit * WAITING || processor_time(process).is_some_and(|used| used > limit)
}

/// Of a process and those of its children that have ended. `None`: it is gone, too.
fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name is in brackets and may hold anything; the eleventh number behind it is the first of four times.
    let (_, numbers) = stat.rsplit_once(')')?;
    let ticks: u64 = numbers.split_whitespace().skip(11).take(4).filter_map(|number| number.parse::<u64>().ok()).sum();
    // SAFETY: the call reads a constant of the system.
    let a_second = u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok()?.max(1);
    Some(Duration::from_millis(ticks * 1000 / a_second))
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
