//! `--live` over plain sockets: who may ask for what, what is refused, and that a run that is ended by its page keeps its results.
//! The page itself is tried in `browser`.

mod endless;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use endless::EndlessRun;

/// Host and port, and the path with the token.
fn parts(run: &EndlessRun) -> (String, String) {
    let (host, path) = run.address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
    (host.to_owned(), format!("/{path}"))
}

fn connect(host: &str) -> TcpStream {
    let stream = TcpStream::connect(host).expect("somebody listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    stream
}

/// The whole answer to a request of these lines.
fn ask(host: &str, request: &str) -> String {
    let mut stream = connect(host);
    // Whoever refuses a request need not read all of it.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn a_run_is_followed_and_ended_from_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = EndlessRun::start(folder.path());
    let (host, path) = parts(&run);
    assert!(host.starts_with("127.0.0.1:"), "only this machine: {host}");
    assert_eq!(path.len(), "/".len() + 32 + "/".len(), "128 bits: {path}");
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");

    let page = ask(&host, &get(&path));
    assert!(status(&page) == "200" && page.contains("\"live\":true"), "{page}");
    assert!(page.contains("connect-src 'self'") && page.contains("Cache-Control: no-store"), "{page}");

    // What somebody else might send.
    let wrong_token = format!("/{}/", "0".repeat(32));
    let refused = [
        (get(&wrong_token), "404"),
        (get("/"), "404"),
        (get(&format!("{path}summary.json")), "404"),
        (get(&format!("{path}stop")), "405"),
        (format!("DELETE {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"), "405"),
        (format!("GET {path} HTTP/1.1\r\nHost: rebound.example\r\n\r\n"), "403"),
        (format!("GET {path} HTTP/1.1\r\n\r\n"), "403"),
        (format!("POST {path}stop HTTP/1.1\r\nHost: {host}\r\nOrigin: http://elsewhere.example\r\n\r\n"), "403"),
        ("nonsense\r\n\r\n".to_owned(), "400"),
        (format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n", "x".repeat(20_000)), "431"),
    ];
    for (request, expected) in refused {
        let answer = ask(&host, &request);
        // A request that was not read to its end may be answered with a reset.
        assert!(status(&answer) == expected || (expected == "431" && answer.is_empty()), "{request:.80}: {answer}");
    }

    // Many who say nothing take no more than their share, and go.
    let silent: Vec<TcpStream> = (0..40).map(|_| connect(&host)).collect();
    drop(silent);
    while status(&ask(&host, &get(&path))) != "200" {
        std::thread::sleep(Duration::from_millis(20));
    }

    let mut events = BufReader::new(connect(&host));
    events.get_mut().write_all(get(&format!("{path}events")).as_bytes()).unwrap();
    let mut lines = events.by_ref().lines().map_while(Result::ok);
    assert!(lines.next().unwrap().starts_with("HTTP/1.1 200"));
    let standing = |line: String| serde_json::from_str::<serde_json::Value>(line.strip_prefix("data: ")?).ok();
    let found = lines.by_ref().filter_map(standing).find(|standing| standing["bugs"].as_u64() > Some(0)).unwrap();
    assert!(found["states"].as_u64() > Some(0) && found["blocks_total"].as_u64() > Some(0), "{found}");

    let stopped = ask(&host, &format!("POST {path}stop HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n"));
    assert_eq!(status(&stopped), "204", "{stopped}");
    assert!(lines.any(|line| line == "event: end"), "followers are told");
    let last = ask(&host, &get(&path));
    assert!(status(&last) == "200" && last.contains("\"live\":false"), "{last}");

    assert_eq!(run.wait().code(), Some(130), "as after Ctrl-C");
    let summary = std::fs::read_to_string(folder.path().join("out/summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!((&summary["stop_reason"], &summary["verdict"]), (&"interrupt".into(), &"unsafe".into()));
    assert!(TcpStream::connect(&host).is_err(), "nobody listens any more");
}
