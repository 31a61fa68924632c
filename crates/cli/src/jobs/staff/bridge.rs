//! Workers on a Dask cluster, reached through `secateur-dask` (contrib/dask), a process that speaks to the cluster.
//!
//! It is told which places are to have a worker and what these are told, a line each, and says what they report. How the
//! workers are scheduled, where they are and which of them are lost is its business.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use engine::parts::{Order, Report};
use serde::{Deserialize, Serialize};

use super::{Departure, Event, Place, Staff, kit};
use crate::jobs::post;
use crate::jobs::site::Tls;

/// The command that speaks to a cluster.
const COMMAND: &str = "secateur-dask";
/// Events that may wait to be heard.
const WAITING: usize = 256;
/// Milliseconds that it has to see the workers off.
const LEAVING: u32 = 10_000;

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Request<'a> {
    Start(Place),
    Tell(Place, &'a Order),
    Kill(Place),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    /// So many workers can be at work at once.
    Places(usize),
    Said(Place, Box<Report>),
    /// The worker's process has ended, with this status.
    Ended(Place, Option<i32>),
    Lost(Place),
    Failed(String),
}

pub struct Bridge {
    process: Child,
    requests: Option<ChildStdin>,
    answers: Receiver<Answer>,
    places: usize,
    /// No more than these are used.
    most: usize,
}

impl Bridge {
    /// Connects. `line` and `folder` as for processes; `most`: the most workers that are wanted.
    pub fn new(
        address: &str,
        tls: &Tls,
        line: &[OsString],
        folder: &Path,
        most: Option<u32>,
    ) -> Result<Bridge, String> {
        let cannot = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("--on: {COMMAND} is not installed: pip install contrib/dask"),
            _ => format!("--on: {COMMAND}: {error}"),
        };
        kit::write(line, folder).map_err(cannot)?;
        let mut command = Command::new(COMMAND);
        command.arg(address).arg("--kit").arg(folder).args(tls.words());
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(cannot)?;
        let (Some(requests), Some(reader)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(cannot(io::Error::other("it has no pipes")));
        };
        let (sender, answers) = mpsc::sync_channel(WAITING);
        let reads = move || {
            for answer in post::receive::<Answer>(BufReader::new(reader)) {
                if sender.send(answer).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().name("bridge".to_owned()).spawn(reads).map_err(cannot)?;
        let most = most.map_or(usize::MAX, |most| most as usize);
        let mut bridge = Bridge { process, requests: Some(requests), answers, places: 0, most };
        match bridge.answers.recv() {
            Ok(Answer::Places(places)) => bridge.places = places,
            Ok(Answer::Failed(why)) => return Err(format!("--on {address}: {why}")),
            Ok(Answer::Said(..) | Answer::Ended(..) | Answer::Lost(_)) | Err(_) => {
                return Err(format!("--on: {COMMAND} ended"));
            }
        }
        Ok(bridge)
    }

    fn request(&mut self, request: &Request<'_>) -> io::Result<()> {
        self.requests.as_mut().map_or(Ok(()), |requests| post::send(requests, request))
    }
}

impl Staff for Bridge {
    fn places(&self) -> usize {
        self.places.clamp(1, self.most)
    }

    fn start(&mut self, place: Place) -> io::Result<()> {
        self.request(&Request::Start(place))
    }

    fn tell(&mut self, place: Place, order: &Order) {
        let _ = self.request(&Request::Tell(place, order));
    }

    fn next(&mut self, wait: Duration) -> Option<Event> {
        match self.answers.recv_timeout(wait) {
            Ok(Answer::Places(places)) => {
                self.places = places;
                None
            }
            Ok(Answer::Said(place, report)) => Some(Event::Said(place, *report)),
            Ok(Answer::Ended(place, Some(1))) => Some(Event::Gone(place, Departure::Internal)),
            Ok(Answer::Ended(place, _)) => Some(Event::Gone(place, Departure::Died)),
            Ok(Answer::Lost(place)) => Some(Event::Gone(place, Departure::Lost)),
            Ok(Answer::Failed(why)) => Some(Event::Failed(why)),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                // It says nothing any more, and neither does anybody behind it.
                Some(Event::Failed(format!("{COMMAND} ended")))
            }
        }
    }

    fn kill(&mut self, place: Place) {
        let _ = self.request(&Request::Kill(place));
    }

    fn shares_memory(&self) -> bool {
        false
    }

    fn worth_while(&self) -> Duration {
        Duration::from_millis(200)
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        // At the end of its input it sees the workers off.
        drop(self.requests.take());
        for _ in 0..LEAVING {
            if matches!(self.process.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            // What it still says would keep it waiting.
            while self.answers.try_recv().is_ok() {}
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
