//! The worker processes of a run: starting them, writing to them, and noticing that one is gone.
//!
//! Each has a thread here that reads what it says. A worker reads its orders as they come, so writing to one does not wait for long.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

use engine::parts::{Order, Report};

use super::{WORKER, post};

/// A worker, by the number of its place.
pub type Place = usize;

/// What comes from a worker.
pub enum Event {
    Said(Place, Report),
    /// It is gone, and says nothing any more.
    Gone(Place),
}

/// Events that may wait to be heard. Then workers have to wait: they may find tests faster than these are written.
const WAITING: usize = 256;
/// Milliseconds that a worker has to leave.
const LEAVING: u32 = 500;

pub struct Staff {
    /// The command line of the run, with the folder of its compiled code.
    line: Vec<OsString>,
    program: PathBuf,
    processes: Vec<Option<(Child, ChildStdin)>>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
}

impl Staff {
    /// `line`: what this process was told, from the verb on.
    pub fn new(line: &[OsString], folder: &Path, places: usize) -> io::Result<Staff> {
        let (sender, events) = mpsc::sync_channel(WAITING);
        let program = std::env::current_exe()?;
        let end = line.iter().position(|word| word == "--").unwrap_or(line.len());
        let (options, arguments) = line.split_at(end);
        let hidden = [OsString::from(WORKER), folder.into()];
        let line = options.iter().chain(&hidden).chain(arguments).cloned().collect();
        Ok(Staff { line, program, processes: (0..places).map(|_| None).collect(), sender, events })
    }

    pub fn start(&mut self, place: Place) -> io::Result<()> {
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
                if sender.send(Event::Said(place, report)).is_err() {
                    return;
                }
            }
            let _ = sender.send(Event::Gone(place));
        })?;
        Ok(())
    }

    /// A worker that is gone does not hear it; that it is gone is an event of its own.
    pub fn tell(&mut self, place: Place, order: &Order) {
        if let Some((_, orders)) = &mut self.processes[place] {
            let _ = post::send(orders, order);
        }
    }

    /// What happens next, if anything does in this time.
    pub fn next(&mut self, wait: Duration) -> Option<Event> {
        self.events.recv_timeout(wait).ok()
    }

    /// Sees a worker off that has said its last. True if it ended with an internal error, which it has reported.
    pub fn dismiss(&mut self, place: Place) -> bool {
        let Some((mut child, orders)) = self.processes[place].take() else { return false };
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
        status.is_some_and(|status| status.code() == Some(1))
    }

    /// Ends a worker that does not answer.
    pub fn kill(&mut self, place: Place) {
        if let Some((child, _)) = &mut self.processes[place] {
            let _ = child.kill();
        }
    }
}

impl Drop for Staff {
    fn drop(&mut self) {
        (0..self.processes.len()).for_each(|place| {
            self.kill(place);
            self.dismiss(place);
        });
    }
}
