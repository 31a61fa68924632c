//! A request to the page of a running program: what is asked for, or why it is refused.
//!
//! Of HTTP only what a browser needs for three addresses. Reading ends at the empty line: no request here has a body.

use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of a request; browsers send one or two thousand.
const MOST_BYTES: usize = 8 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    Page,
    Events,
    Stop,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Malformed,
    TooLarge,
    TooSlow,
    /// Sent to another host, or by a page of another one.
    Foreign,
    /// No such address, or a wrong token: nobody is told which.
    NotFound,
    Method,
}

impl Refusal {
    pub fn status(self) -> &'static str {
        match self {
            Refusal::Malformed => "400 Bad Request",
            Refusal::TooLarge => "431 Request Header Fields Too Large",
            Refusal::TooSlow => "408 Request Timeout",
            Refusal::Foreign => "403 Forbidden",
            Refusal::NotFound => "404 Not Found",
            Refusal::Method => "405 Method Not Allowed",
        }
    }
}

/// The first line, and the lines that matter here.
#[derive(Debug, Default)]
pub struct Request {
    method: String,
    path: String,
    hosts: Vec<String>,
    origin: Option<String>,
}

impl Request {
    /// Reads one, for so long at most.
    pub fn read(stream: &mut TcpStream, patience: Duration) -> Result<Request, Refusal> {
        let until = Instant::now() + patience;
        let mut bytes = Vec::new();
        let mut piece = [0; 1024];
        while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
                return Err(Refusal::TooSlow);
            }
            match stream.read(&mut piece) {
                Ok(0) => return Err(Refusal::Malformed),
                Ok(count) => bytes.extend_from_slice(&piece[..count]),
                Err(_) => return Err(Refusal::TooSlow),
            }
            if bytes.len() > MOST_BYTES {
                return Err(Refusal::TooLarge);
            }
        }
        Request::parse(std::str::from_utf8(&bytes).map_err(|_| Refusal::Malformed)?)
    }

    fn parse(text: &str) -> Result<Request, Refusal> {
        let mut lines = text.split("\r\n");
        let first: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let [method, path, "HTTP/1.1" | "HTTP/1.0"] = first[..] else { return Err(Refusal::Malformed) };
        let mut request = Request { method: method.to_owned(), path: path.to_owned(), ..Request::default() };
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').ok_or(Refusal::Malformed)?;
            match name.to_ascii_lowercase().as_str() {
                "host" => request.hosts.push(value.trim().to_owned()),
                "origin" => request.origin = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        Ok(request)
    }

    /// What is asked of the server at this address with this token.
    pub fn asked(&self, address: SocketAddr, token: &str) -> Result<Asked, Refusal> {
        // A page elsewhere whose name was made to lead here still names its own host.
        if self.hosts != [address.to_string()] {
            return Err(Refusal::Foreign);
        }
        if self.origin.as_ref().is_some_and(|origin| *origin != format!("http://{address}")) {
            return Err(Refusal::Foreign);
        }
        let rest = self.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let (given, name) = rest.ok_or(Refusal::NotFound)?;
        if !are_same(given, token) {
            return Err(Refusal::NotFound);
        }
        let (asked, method) = match name {
            "" => (Asked::Page, "GET"),
            "events" => (Asked::Events, "GET"),
            "stop" => (Asked::Stop, "POST"),
            _ => return Err(Refusal::NotFound),
        };
        if self.method == method { Ok(asked) } else { Err(Refusal::Method) }
    }
}

/// Takes as long wherever the two differ.
fn are_same(one: &str, other: &str) -> bool {
    let differing = one.bytes().zip(other.bytes()).fold(0, |bits, (a, b)| bits | (a ^ b));
    one.len() == other.len() && differing == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Result<Asked, Refusal> {
        Request::parse(text)?.asked("127.0.0.1:4000".parse().unwrap(), "abc")
    }

    const HOST: &str = "Host: 127.0.0.1:4000\r\n";

    #[test]
    fn three_things_can_be_asked_for() {
        for (first, what) in
            [("GET /abc/", Asked::Page), ("GET /abc/events", Asked::Events), ("POST /abc/stop", Asked::Stop)]
        {
            assert_eq!(asked(&format!("{first} HTTP/1.1\r\nhost: 127.0.0.1:4000\r\n\r\n")), Ok(what));
            assert_eq!(asked(&format!("{first} HTTP/1.1\r\n{HOST}Origin: http://127.0.0.1:4000\r\n\r\n")), Ok(what));
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for (text, why) in [
            (format!("GET /abd/ HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET /ab/ HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET /abcd/ HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET / HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET //abc/ HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET /abc/../etc HTTP/1.1\r\n{HOST}\r\n"), Refusal::NotFound),
            (format!("GET /abc/stop HTTP/1.1\r\n{HOST}\r\n"), Refusal::Method),
            (format!("POST /abc/ HTTP/1.1\r\n{HOST}\r\n"), Refusal::Method),
            (format!("OPTIONS /abc/stop HTTP/1.1\r\n{HOST}\r\n"), Refusal::Method),
            ("GET /abc/ HTTP/1.1\r\nHost: evil.example:4000\r\n\r\n".into(), Refusal::Foreign),
            (format!("GET /abc/ HTTP/1.1\r\nHost: evil.example\r\n{HOST}\r\n"), Refusal::Foreign),
            ("GET /abc/ HTTP/1.1\r\n\r\n".into(), Refusal::Foreign),
            (format!("POST /abc/stop HTTP/1.1\r\n{HOST}Origin: http://evil.example\r\n\r\n"), Refusal::Foreign),
            (format!("POST /abc/stop HTTP/1.1\r\n{HOST}Origin: null\r\n\r\n"), Refusal::Foreign),
            (format!("GET /abc/ HTTP/2\r\n{HOST}\r\n"), Refusal::Malformed),
            (format!("GET /abc/ x HTTP/1.1\r\n{HOST}\r\n"), Refusal::Malformed),
            ("GET /abc/ HTTP/1.1\r\nnonsense\r\n\r\n".into(), Refusal::Malformed),
        ] {
            assert_eq!(asked(&text), Err(why), "{text}");
        }
    }
}
