//! Commands that are given up when their time is up, with all they have written by the time they end.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often a command is looked after; only those with a deadline are.
const LOOK: Duration = Duration::from_millis(1);

/// Runs a command to its end, or kills it at the deadline and gives `None`.
pub(crate) fn output(command: &mut Command, deadline: Option<Instant>) -> io::Result<Option<Output>> {
    let Some(deadline) = deadline else { return command.output().map(Some) };
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

fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
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
        for deadline in [None, Some(Instant::now() + Duration::from_secs(60))] {
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
        let given_up = output(&mut shell("sleep 60"), Some(started + Duration::from_millis(50))).unwrap();
        assert!(given_up.is_none() && started.elapsed() < Duration::from_secs(30));
    }
}
