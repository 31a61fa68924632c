//! Runs a process to its end, or kills it when its time is up.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Ended(ExitStatus),
    TimedOut,
}

/// The longest pause between two looks at the process.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts the command and waits for it, at most `limit`.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Ending> {
    let mut child = command.spawn()?;
    let until = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Ending::Ended(status));
        }
        if Instant::now() >= until {
            return stop(&mut child);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(PAUSE);
    }
}

fn stop(child: &mut Child) -> io::Result<Ending> {
    // It may have ended by itself by now, which is as good.
    let _ = child.kill();
    child.wait()?;
    Ok(Ending::TimedOut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_stopped() {
        let ending = run(Command::new("sleep").arg("30"), Duration::from_millis(50)).unwrap();
        assert_eq!(ending, Ending::TimedOut);
    }

    #[test]
    fn what_ends_gives_its_status() {
        let Ending::Ended(status) = run(&mut Command::new("false"), Duration::from_secs(20)).unwrap() else {
            panic!("it ends")
        };
        assert_eq!(status.code(), Some(1));
    }
}
