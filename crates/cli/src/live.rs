//! `--live`: the report of a run that goes on, served to a browser on the same machine.
//!
//! Listens on a port of the loopback interface that the system chooses, and only when asked for. The address has a random token, so
//! that other users of the machine cannot look; what a page elsewhere could send (another host name, as with DNS rebinding, another
//! origin) is refused. Three things can be asked for: the page, events with how the run stands, and that it ends. Connections, the
//! size of a request and the time it may take are bounded, so that nobody holds the run up: it never waits for a reader, except
//! a moment at its end, for those who follow it to fetch the finished page.

mod request;

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::results::Progress;
use report::html;
use report::recorder::Watcher;

use crate::interrupt;
use request::{Asked, Refusal, Request};

/// Connections at a time; more are turned away.
const MOST_CONNECTIONS: usize = 12;
/// How long a reader may take to send a request, or to take an answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two looks for connections, and between two events.
const LOOK: Duration = Duration::from_millis(20);
const BETWEEN_EVENTS: Duration = Duration::from_millis(500);
/// How long the end of a run waits for those who follow it.
const FAREWELL: Duration = Duration::from_secs(3);

/// How the run stands, for all connections.
#[derive(Default)]
struct Standing {
    progress: Progress,
    /// The run is over, and the page is the last one.
    over: bool,
    /// No more connections.
    closed: bool,
    connections: usize,
    /// Those who get events, and have not fetched the last page yet.
    followers: usize,
}

struct Shared {
    standing: Mutex<Standing>,
    changed: Condvar,
    out: PathBuf,
    address: SocketAddr,
    token: String,
}

impl Shared {
    fn standing(&self) -> MutexGuard<'_, Standing> {
        // A thread that panicked has left counts behind, and those are whole.
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A server of one run.
pub struct Live {
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

impl Live {
    /// Begins to serve the run that writes to this folder.
    pub fn start(out: &Path) -> io::Result<Live> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let shared = Arc::new(Shared {
            standing: Mutex::default(),
            changed: Condvar::new(),
            out: out.to_owned(),
            address: listener.local_addr()?,
            token: token()?,
        });
        let serving = Arc::clone(&shared);
        let listener =
            std::thread::Builder::new().name("live".to_owned()).spawn(move || listen(&listener, &serving))?;
        Ok(Live { shared, listener: Some(listener) })
    }

    /// Where a browser finds it.
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.shared.address, self.shared.token)
    }

    /// What is told of how the run is going.
    pub fn watcher(&self) -> Watcher {
        let shared = Arc::clone(&self.shared);
        Box::new(move |progress| shared.standing().progress = *progress)
    }

    /// The run is over and everything is written: whoever follows it gets the last page, if they are quick.
    pub fn finish(mut self) {
        self.shared.standing().over = true;
        self.shared.changed.notify_all();
        let until = Instant::now() + FAREWELL;
        let mut standing = self.shared.standing();
        while standing.followers > 0 && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            standing = self.shared.changed.wait_timeout(standing, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(standing);
        self.close();
    }

    fn close(&mut self) {
        self.shared.standing().closed = true;
        self.shared.changed.notify_all();
        if let Some(listener) = self.listener.take() {
            // It ends by itself within a moment.
            let _ = listener.join();
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.close();
    }
}

/// Nobody guesses it: 128 random bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    while !shared.standing().closed {
        match listener.accept() {
            Ok((stream, _)) => accept(stream, shared),
            Err(error) if error.kind() == ErrorKind::WouldBlock => std::thread::sleep(LOOK),
            // Such as no descriptors being left.
            Err(_) => std::thread::sleep(10 * LOOK),
        }
    }
}

/// Answers on a thread of its own, if there are not too many.
fn accept(stream: TcpStream, shared: &Arc<Shared>) {
    let mut standing = shared.standing();
    if standing.connections >= MOST_CONNECTIONS {
        return;
    }
    standing.connections += 1;
    drop(standing);
    let serving = Arc::clone(shared);
    let answering = std::thread::Builder::new().name("live answer".to_owned()).spawn(move || {
        // Readers may go away at any time.
        let _ = answer(stream, &serving);
        serving.standing().connections -= 1;
    });
    if answering.is_err() {
        shared.standing().connections -= 1;
    }
}

fn answer(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let asked = Request::read(&mut stream, PATIENCE).and_then(|request| request.asked(shared.address, &shared.token));
    match asked {
        Ok(Asked::Page) => page(&mut stream, shared),
        Ok(Asked::Events) => events(&mut stream, shared),
        Ok(Asked::Stop) => {
            interrupt::ask();
            respond(&mut stream, "204 No Content", "text/plain", "")
        }
        Err(refusal) => refuse(&mut stream, refusal),
    }
}

fn refuse(stream: &mut TcpStream, refusal: Refusal) -> io::Result<()> {
    respond(stream, refusal.status(), "text/plain", &format!("{}\n", refusal.status()))
}

fn page(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    let over = shared.standing().over;
    let written = || std::fs::read_to_string(shared.out.join(html::FILE));
    let page =
        if over { written() } else { html::live(&shared.out).map_err(|error| io::Error::other(error.to_string())) };
    let answered = match page {
        Ok(page) => respond(stream, "200 OK", "text/html; charset=utf-8", &page),
        Err(error) => respond(stream, "503 Service Unavailable", "text/plain", &format!("no report yet: {error}\n")),
    };
    if over {
        let mut standing = shared.standing();
        standing.followers = standing.followers.saturating_sub(1);
        shared.changed.notify_all();
    }
    answered
}

fn respond(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> io::Result<()> {
    let head = head(status, kind);
    stream.write_all(format!("{head}Content-Length: {}\r\n\r\n", body.len()).as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}

fn head(status: &str, kind: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n"
    )
}

/// How the run stands, again and again, until it is over or nobody listens.
fn events(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    stream.write_all(format!("{}\r\n", head("200 OK", "text/event-stream")).as_bytes())?;
    shared.standing().followers += 1;
    let told = tell(stream, shared);
    if told.is_err() {
        let mut standing = shared.standing();
        standing.followers = standing.followers.saturating_sub(1);
        shared.changed.notify_all();
    }
    told
}

fn tell(stream: &mut TcpStream, shared: &Shared) -> io::Result<()> {
    loop {
        let standing = shared.standing();
        let (progress, over, closed) = (standing.progress, standing.over, standing.closed);
        drop(standing);
        stream.write_all(format!("data: {}\n\n", in_json(&progress)).as_bytes())?;
        if over {
            return stream.write_all(b"event: end\ndata: over\n\n").and_then(|()| stream.flush());
        }
        if closed {
            return Ok(());
        }
        stream.flush()?;
        let standing = shared.standing();
        let unchanged = |standing: &mut Standing| !standing.over && !standing.closed;
        drop(shared.changed.wait_timeout_while(standing, BETWEEN_EVENTS, unchanged));
    }
}

fn in_json(progress: &Progress) -> serde_json::Value {
    serde_json::json!({
        "time_s": (progress.elapsed.as_secs_f64() * 10.0).round() / 10.0,
        "paths": progress.paths,
        "skipped": progress.skipped,
        "states": progress.states,
        "blocks": progress.blocks.covered,
        "blocks_total": progress.blocks.total,
        "bugs": progress.bugs,
        "tests": progress.tests,
    })
}
