//! A worker: this program, started once more by a coordinator, that explores parts of a run as it is told to.
//!
//! Orders come on standard input and reports go to standard output; nobody else gets at these. It ends when the coordinator does,
//! whatever it is doing then. Signals that are meant to end the run are the coordinator's business.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader};
use std::os::fd::{AsRawFd, FromRawFd};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver};

use engine::config::Config;
use engine::parts::{self, Assignment, Limited, Office, Order, Part, Report};
use engine::results::{Bug, Progress, Sink, TestCase};
use program::{Compiled, LoadOptions};
use search::registry::SearchKind;

use super::post;
use crate::options::ExploreOptions;
use crate::outcome::{Failure, Status};
use crate::{crash, interrupt};

/// Works until the coordinator ends it. `folder` has what the coordinator has compiled.
pub fn run(options: &ExploreOptions, load: &LoadOptions, config: &Config, folder: &Path) -> Result<Status, Failure> {
    interrupt::leave_to_others();
    let (orders, reports) = pipes().map_err(|error| Failure::usage(format!("--worker: {error}")))?;
    let load = LoadOptions { compiled: Compiled::Before(folder.to_path_buf()), ..load.clone() };
    let program = program::load(&options.program.files, &load).map_err(Failure::usage)?;
    let mut desk = Desk { orders, put_aside: VecDeque::new(), reports };
    desk.report(Report::Ready(program.hash.clone()));
    let Some(first) = desk.first_part() else { return Ok(Status::Done) };
    let mut config = config.clone();
    config.record_tree = false;
    // Whoever began the program has warmed up.
    if matches!(first.part, Part::States(_)) && config.search.strategies.iter().any(|&kind| kind != SearchKind::WarmUp)
    {
        config.search.strategies.retain(|&kind| kind != SearchKind::WarmUp);
    }
    let never = AtomicBool::new(false);
    let worked = crash::survive(|| parts::work(&program, &config, &mut desk, &never, first));
    worked.map(|()| Status::Done).map_err(|_| Failure::Internal(None))
}

/// Standard input and output, which become files that hold nothing, so that nobody else reads from or writes to the coordinator.
fn pipes() -> io::Result<(Receiver<Order>, File)> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    let private = |standard: i32| {
        // SAFETY: both are files of this process; the copy is nobody else's.
        unsafe {
            let copy = libc::fcntl(standard, libc::F_DUPFD_CLOEXEC, 3);
            if copy < 0 || libc::dup2(nothing.as_raw_fd(), standard) < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(File::from_raw_fd(copy))
        }
    };
    let (from, to) = (private(libc::STDIN_FILENO)?, private(libc::STDOUT_FILENO)?);
    let (sender, orders) = mpsc::channel();
    std::thread::spawn(move || {
        for order in post::receive::<Order>(BufReader::new(from)) {
            if sender.send(order).is_err() {
                break;
            }
        }
        // The coordinator is gone, or this process has nothing to do any more: nothing of it is to stay.
        // SAFETY: ends the process at once; its files belong to others.
        unsafe { libc::_exit(0) }
    });
    Ok((orders, to))
}

/// Where orders come in and reports go out.
struct Desk {
    orders: Receiver<Order>,
    /// Those that came while another one was waited for.
    put_aside: VecDeque<Order>,
    reports: File,
}

impl Desk {
    /// What to begin with; `None` if the run is over before that.
    fn first_part(&mut self) -> Option<Assignment> {
        let mut early = VecDeque::new();
        loop {
            match self.wait() {
                Order::Explore(first) => {
                    self.put_aside.extend(early);
                    return Some(first);
                }
                Order::Stop(reason) => self.report(Report::Stopped(reason, Box::default())),
                Order::Save => self.report(Report::Saved(Box::default())),
                Order::End => {
                    self.report(Report::Ended(Box::default()));
                    return None;
                }
                order @ (Order::Give
                | Order::Know(_)
                | Order::Learn(_)
                | Order::Follow(_)
                | Order::Allow(..)
                | Order::Memory(_)) => early.push_back(order),
            }
        }
    }

    fn receive(&mut self) -> Order {
        match self.orders.recv() {
            Ok(order) => order,
            // SAFETY: as above.
            Err(_) => unsafe { libc::_exit(0) },
        }
    }
}

impl Office for Desk {
    fn order(&mut self) -> Option<Order> {
        self.put_aside.pop_front().or_else(|| self.orders.try_recv().ok())
    }

    fn wait(&mut self) -> Order {
        self.put_aside.pop_front().unwrap_or_else(|| self.receive())
    }

    fn report(&mut self, report: Report) {
        // Without the coordinator this process ends soon.
        let _ = post::send(&mut self.reports, &report);
    }

    fn more(&mut self, what: Limited) -> u64 {
        self.report(Report::Wants(what));
        loop {
            match self.receive() {
                Order::Allow(allowed, most) if allowed == what => return most,
                Order::Stop(reason) => {
                    self.put_aside.push_back(Order::Stop(reason));
                    return 0;
                }
                other => self.put_aside.push_back(other),
            }
        }
    }
}

impl Sink for Desk {
    fn test(&mut self, test: &TestCase) -> io::Result<()> {
        self.report(Report::Test(test.clone()));
        Ok(())
    }

    /// The office hears of it with more of what it has to know.
    fn bug(&mut self, _: &Bug, _: &TestCase) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        self.report(Report::Progress(*progress));
    }

    fn office(&mut self) -> Option<&mut dyn Office> {
        Some(self)
    }

    fn decision(&mut self, note: &str) {
        self.report(Report::Decision(note.to_owned()));
    }

    fn program_output(&mut self, bytes: &[u8]) {
        self.report(Report::Output(bytes.to_vec()));
    }
}
