//! A headless Chromium, driven over its DevTools protocol through two pipes: no port is opened, and no crate is needed.
//!
//! Knows calls and events only; what is done with a page is in `page.rs`.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// Seconds after which the browser is ended, so that a test that hangs fails.
const MOST_SECONDS: &str = "150";

/// Chromium, by the names it is installed under.
pub fn installed() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name))).find(|path| path.is_file())
}

pub struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    calls: u64,
    session: Option<String>,
    /// What was announced since somebody last asked.
    events: Vec<Value>,
}

impl Browser {
    /// Starts it; `folder` is for its profile and the pipes.
    pub fn start(program: &Path, folder: &Path) -> Browser {
        let pipes = ["to-browser", "from-browser"].map(|name| folder.join(name));
        assert!(Command::new("mkfifo").args(&pipes).status().expect("mkfifo").success());
        // The shell gives the pipes the numbers that Chromium looks for.
        let script = "exec timeout \"$0\" \"$@\" 3<\"$PIPES/to-browser\" 4>\"$PIPES/from-browser\"";
        let process = Command::new("sh")
            .args(["-c", script, MOST_SECONDS])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
            .args(["--remote-debugging-pipe", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .env("PIPES", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        // In the order in which the shell opens them.
        let to = OpenOptions::new().write(true).open(&pipes[0]).expect("a pipe to the browser");
        let from = BufReader::new(File::open(&pipes[1]).expect("a pipe from the browser"));
        let mut browser = Browser { process, to, from, calls: 0, session: None, events: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// The answer to a call.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        loop {
            let mut answer = self.read();
            if answer["id"] == self.calls {
                assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    /// Waits until something was announced since the events were last taken.
    pub fn wait_for(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == method) {
            let event = self.read();
            self.events.push(event);
        }
    }

    pub fn take_events(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.events)
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser answers");
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&bytes).expect("messages are JSON")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.process.wait();
    }
}
