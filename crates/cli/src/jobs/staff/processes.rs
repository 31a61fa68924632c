//! Workers that are processes of this machine.
//!
//! Each has a thread here that reads what it says. A worker reads its orders as they come, so writing to one does not wait for long.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

use engine::parts::{Order, Report};

use super::{Departure, Event, Place, Staff, kit};
use crate::jobs::post;

/// Events that may wait to be heard. Then workers have to wait: they may find tests faster than these are written.
const WAITING: usize = 256;
/// Milliseconds that a worker has to leave.
const LEAVING: u32 = 500;

pub struct Processes {
    /// The command line of a worker.
    line: Vec<OsString>,
    program: PathBuf,
    processes: Vec<Option<(Child, ChildStdin)>>,
    sender: SyncSender<(Place, Option<Report>)>,
    /// What was said; nothing is the last that a worker says.
    events: Receiver<(Place, Option<Report>)>,
}

impl Processes {
    /// `line`: what this process was told, from the verb on. `folder` has what it has compiled.
    pub fn new(line: &[OsString], folder: &Path, places: usize) -> io::Result<Processes> {
        let (sender, events) = mpsc::sync_channel(WAITING);
        let program = std::env::current_exe()?;
        let line = kit::line_of_worker(line, folder);
        Ok(Processes { line, program, processes: (0..places).map(|_| None).collect(), sender, events })
    }

    /// Sees a worker off that has said its last.
    fn dismiss(&mut self, place: Place) -> Departure {
        let Some((mut child, orders)) = self.processes[place].take() else { return Departure::Died };
        let mut status = None;
        for _ in 0..LEAVING {
            status = child.try_wait().ok().flatten();
            if status.is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(orders);
        if status.is_none() {
            let _ = child.kill();
            let _ = child.wait();
        }
        match status.and_then(|status| status.code()) {
            Some(1) => Departure::Internal,
            Some(_) | None => Departure::Died,
        }
    }
}

impl Staff for Processes {
    fn places(&self) -> usize {
        self.processes.len()
    }

    fn start(&mut self, place: Place) -> io::Result<()> {
        let mut command = Command::new(&self.program);
        command.args(&self.line).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(orders), Some(reports)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a worker has no pipes"));
        };
        self.processes[place] = Some((child, orders));
        let sender = self.sender.clone();
        std::thread::Builder::new().name(format!("worker {place}")).spawn(move || {
            for report in post::receive(BufReader::new(reports)) {
                if sender.send((place, Some(report))).is_err() {
                    return;
                }
            }
            let _ = sender.send((place, None));
        })?;
        Ok(())
    }

    fn tell(&mut self, place: Place, order: &Order) {
        if let Some((_, orders)) = &mut self.processes[place] {
            let _ = post::send(orders, order);
        }
    }

    fn next(&mut self, wait: Duration) -> Option<Event> {
        let (place, said) = self.events.recv_timeout(wait).ok()?;
        Some(match said {
            Some(report) => Event::Said(place, report),
            None => Event::Gone(place, self.dismiss(place)),
        })
    }

    fn kill(&mut self, place: Place) {
        if let Some((child, _)) = &mut self.processes[place] {
            let _ = child.kill();
        }
    }

    fn shares_memory(&self) -> bool {
        true
    }

    fn worth_while(&self) -> Duration {
        Duration::from_millis(20)
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        (0..self.processes.len()).for_each(|place| {
            self.kill(place);
            self.dismiss(place);
        });
    }
}
