//! A report in the browser: opened at some width, clicked through, and looked at.

use std::path::Path;

use serde_json::{Value, json};

use crate::devtools::Browser;

/// Checks of accessibility, if they are installed.
pub const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/checkers/axe.min.js");

pub struct Page<'browser> {
    browser: &'browser mut Browser,
    /// What the console complained of.
    pub complaints: Vec<String>,
}

impl<'browser> Page<'browser> {
    /// Opens an address in a window of this width.
    pub fn open(browser: &'browser mut Browser, address: &str, width: u32) -> Page<'browser> {
        let window = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        browser.call("Emulation.setDeviceMetricsOverride", window);
        browser.take_events();
        // A page that is only scrolled would not be loaded again.
        browser.call("Page.navigate", json!({ "url": "about:blank" }));
        browser.wait_for("Page.loadEventFired");
        browser.take_events();
        browser.call("Page.navigate", json!({ "url": address }));
        browser.wait_for("Page.loadEventFired");
        let mut page = Page { browser, complaints: Vec::new() };
        page.listen();
        page
    }

    /// The value of an expression, which may be a promise.
    #[track_caller]
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let question = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.browser.call("Runtime.evaluate", question);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {}", answer["exceptionDetails"]);
        self.listen();
        answer["result"]["value"].take()
    }

    /// Milliseconds from the start of loading until the page could be used, and until it was drawn after that. Both are marks
    /// that the page sets: everything is made and listens, and two frames later.
    pub fn readiness(&mut self) -> (f64, f64) {
        self.wait_until("performance.getEntriesByName('drawn').length");
        let mut mark = |name: &str| {
            self.evaluate(&format!("performance.getEntriesByName('{name}')[0].startTime")).as_f64().unwrap_or(f64::NAN)
        };
        (mark("usable"), mark("drawn"))
    }

    pub fn text(&mut self) -> String {
        self.evaluate("document.body.innerText").as_str().unwrap_or_default().to_owned()
    }

    /// What can be opened is opened, links inside the page are followed; of very many some.
    pub fn click_through(&mut self) {
        let opened = self.evaluate(
            "(async () => { let opened = 0; \
             for (let round = 0; round < 4; round++) { \
                for (const part of [...document.querySelectorAll('details:not([open]) > summary')].slice(0, 60)) { part.click(); opened++; } \
                await new Promise(done => setTimeout(done, 30)); } return opened; })()",
        );
        assert!(opened.is_u64(), "{opened}");
        let lost = self.evaluate(
            "(async () => { const lost = []; const links = [...document.querySelectorAll('a[href^=\"#\"]')]; \
             for (const link of links.filter((_, at) => at % Math.ceil(links.length / 80) === 0)) { link.click(); \
                await new Promise(done => setTimeout(done, 0)); \
                if (!document.getElementById(decodeURIComponent(location.hash.slice(1)))) lost.push(location.hash); } \
             return lost; })()",
        );
        assert_eq!(lost, json!([]), "links that lead nowhere");
    }

    /// What accessibility checkers find serious; nothing where they are not installed. Of long lists the rest goes first: each row is like
    /// the others, and the checkers take their time.
    pub fn accessibility(&mut self) -> Vec<String> {
        let Ok(checker) = std::fs::read_to_string(AXE) else { return Vec::new() };
        self.evaluate(&format!("{checker}; 0"));
        self.evaluate("document.querySelectorAll('tbody tr:nth-child(n+25), details:nth-of-type(n+15), nav + * li:nth-child(n+25)').forEach(row => row.remove())");
        let found = self.evaluate(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'best-practice'], resultTypes: ['violations']}).then(({violations}) => violations.filter(v => ['serious', 'critical'].includes(v.impact)) \
             .map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 150)).join(' | ')}`))",
        );
        found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Whether the page is wider than its window.
    pub fn is_too_wide(&mut self) -> bool {
        self.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") == json!(true)
    }

    /// Waits until an expression is true; the browser ends a test in which it never is.
    pub fn wait_until(&mut self, expression: &str) {
        while self.evaluate(&format!("Boolean({expression})")) != json!(true) {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }

    /// As people see it who prefer dark pages.
    pub fn prefer_dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.browser.call("Emulation.setEmulatedMedia", features);
    }

    /// Keeps a picture, for people.
    pub fn picture(&mut self, file: &Path) {
        let answer = self.browser.call("Page.captureScreenshot", json!({ "format": "png" }));
        let bytes = decoded(answer["data"].as_str().unwrap_or_default());
        std::fs::write(file, bytes).expect("a folder for pictures");
    }

    fn listen(&mut self) {
        for event in self.browser.take_events() {
            let complaint = match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => event["params"]["exceptionDetails"].to_string(),
                Some("Log.entryAdded") if event["params"]["entry"]["level"] == "error" => {
                    event["params"]["entry"]["text"].to_string()
                }
                Some("Runtime.consoleAPICalled") if event["params"]["type"] == "error" => {
                    event["params"]["args"].to_string()
                }
                Some("Page.javascriptDialogOpening") => "a dialog".to_owned(),
                _ => continue,
            };
            self.complaints.push(complaint);
        }
    }
}

/// Bytes written in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for value in text.bytes().filter_map(digit) {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
