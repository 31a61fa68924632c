//! Colours on a terminal. They only stress what the words say already.
//!
//! `NO_COLOR` (no-color.org) and `TERM=dumb` switch them off, and so does output that goes elsewhere.

use std::ffi::OsStr;

/// Whether words are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    On,
    Off,
}

const BOLD: &str = "1";
const RED: &str = "1;31";
const GREEN: &str = "1;32";
const YELLOW: &str = "1;33";

impl Colours {
    /// What suits a stream, which is a terminal or not.
    pub fn detect(is_terminal: bool) -> Colours {
        Colours::decide(is_terminal, std::env::var_os("NO_COLOR").as_deref(), std::env::var_os("TERM").as_deref())
    }

    fn decide(is_terminal: bool, no_color: Option<&OsStr>, terminal: Option<&OsStr>) -> Colours {
        let refused = no_color.is_some_and(|value| !value.is_empty());
        let plain = terminal.is_none_or(|name| name.is_empty() || name == "dumb");
        if is_terminal && !refused && !plain { Colours::On } else { Colours::Off }
    }

    fn paint(self, colour: &str, text: &str) -> String {
        match self {
            Colours::On => format!("\x1b[{colour}m{text}\x1b[0m"),
            Colours::Off => text.to_owned(),
        }
    }

    /// A bug, whose first line is `place: kind: message`.
    pub fn bug(self, text: &str, kind: &str) -> String {
        match text.split_once(&format!(": {kind}: ")) {
            Some((place, rest)) => format!("{}: {}: {rest}", self.paint(BOLD, place), self.paint(RED, kind)),
            None => text.to_owned(),
        }
    }

    /// The closing words of a run: lines that begin with a verdict, or say what became of a target.
    pub fn outcome(self, text: &str) -> String {
        text.split_inclusive('\n').map(|line| self.outcome_line(line)).collect()
    }

    fn outcome_line(self, line: &str) -> String {
        let verdicts = [("safe", GREEN), ("unsafe", RED), ("unknown", YELLOW)];
        for (verdict, colour) in verdicts {
            if let Some(rest) = line.strip_prefix(verdict).filter(|rest| rest.starts_with(": ")) {
                return format!("{}{rest}", self.paint(colour, verdict));
            }
        }
        let targets = [("reachable", GREEN), ("unreachable", RED), ("unknown", YELLOW)];
        for (status, colour) in targets {
            let Some((target, rest)) = line.split_once(&format!(": {status}")) else { continue };
            if rest == "\n" || rest.starts_with(", test ") {
                return format!("{target}: {}{rest}", self.paint(colour, status));
            }
        }
        line.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_have_colours_unless_somebody_objects() {
        let decide = |terminal, no_color: Option<&str>, name: &str| {
            Colours::decide(terminal, no_color.map(OsStr::new), Some(OsStr::new(name)))
        };
        assert_eq!(decide(true, None, "xterm"), Colours::On);
        // The convention: an empty variable is none.
        assert_eq!(decide(true, Some(""), "xterm"), Colours::On);
        for off in [decide(false, None, "xterm"), decide(true, Some("1"), "xterm"), decide(true, None, "dumb")] {
            assert_eq!(off, Colours::Off);
        }
    }

    #[test]
    fn without_colours_the_words_are_the_same() {
        let bug = "a.c:5: abort: abort failure (in main)\n    input: x = 1";
        let outcome = "unsafe: 1 bug\na.c:8: reachable, test t\nf: unknown\nunknown: reasons\nsafe\n";
        let plain = |text: &str| {
            let codes = [BOLD, RED, GREEN, YELLOW, "0"].map(|code| format!("\x1b[{code}m"));
            codes.iter().fold(text.to_owned(), |text, code| text.replace(code, ""))
        };
        assert_eq!((Colours::Off.bug(bug, "abort").as_str(), Colours::Off.outcome(outcome).as_str()), (bug, outcome));
        let (shown_bug, shown) = (Colours::On.bug(bug, "abort"), Colours::On.outcome(outcome));
        assert_eq!((plain(&shown_bug).as_str(), plain(&shown).as_str()), (bug, outcome));
        assert!(shown_bug.starts_with("\x1b[1ma.c:5\x1b[0m: \x1b[1;31mabort\x1b[0m: "), "{shown_bug:?}");
        assert!(shown.starts_with("\x1b[1;31munsafe\x1b[0m: 1 bug\n"), "{shown:?}");
        assert!(
            shown.contains("a.c:8: \x1b[1;32mreachable\x1b[0m, test t\nf: \x1b[1;33munknown\x1b[0m\n"),
            "{shown:?}"
        );
    }
}
