//! Reads what sanitizers report: for each report its sentence and the positions of its first stack.

use std::path::Path;

use crate::boxed::Observation;

/// One report of a native run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The sanitizer's words, such as `heap-buffer-overflow on address ...` or `division by zero`.
    pub sentence: String,
    /// The report's own position and its stack, innermost call first.
    pub places: Vec<Place>,
    /// A sanitizer of addresses stopped the program at a wrong access. What notes undefined behaviour lets it go on.
    pub stopped: bool,
    /// It stopped because the program went to where there is no code.
    pub lost: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
}

/// Ends that a sanitizer of addresses reports though no access is wrong.
const SIGNALS: &[&str] = &["ABRT", "FPE", "ILL", "TRAP", "Direct leak", "Indirect leak"];

/// Stands in front of what the runtime noted, in place of the abort that followed it.
pub const NOTED: &str = "noted: ";

impl Evidence {
    pub fn mentions(&self, file: &str, line: u32) -> bool {
        let name = Path::new(file).file_name();
        self.places.iter().any(|place| place.line == line && Path::new(&place.file).file_name() == name)
    }
}

/// All reports, in order.
pub fn read(observation: &Observation) -> Vec<Evidence> {
    let mut all: Vec<Evidence> = Vec::new();
    // Stacks after a report's first one tell where memory came from.
    let mut stacks = 0;
    for line in observation.reports.lines() {
        if let Some((sentence, place)) = opening(line) {
            let stopped = place.is_none() && !SIGNALS.iter().any(|signal| sentence.starts_with(signal));
            all.push(Evidence { sentence, places: place.into_iter().collect(), stopped, lost: false });
            stacks = 0;
        } else if is_wild_jump(line) {
            // The caller is missing from such a stack, so none of it counts.
            stacks = 1;
            if let Some(last) = all.last_mut() {
                last.lost = true;
            }
        } else if let Some((number, place)) = frame(line) {
            stacks += u32::from(number == 0);
            if let (Some(last), Some(place), true) = (all.last_mut(), place, stacks <= 1) {
                last.places.push(place);
            }
        }
    }
    if !observation.note.is_empty()
        && let Some(abort) = all.iter_mut().rev().find(|evidence| evidence.sentence.starts_with("ABRT"))
    {
        abort.sentence = format!("{NOTED}{}", observation.note);
    }
    all
}

/// The program went to an address that holds no code.
fn is_wild_jump(line: &str) -> bool {
    line.contains("Hint: PC is at a non-executable region") || line.contains("Hint: pc points to the zero page")
}

/// The first line of a report.
fn opening(line: &str) -> Option<(String, Option<Place>)> {
    if let Some((position, message)) = line.split_once(": runtime error: ") {
        return Some((message.to_owned(), place(position)));
    }
    for sanitizer in ["AddressSanitizer: ", "MemorySanitizer: "] {
        if let Some((before, sentence)) = line.split_once(sanitizer)
            && (before.ends_with("ERROR: ") || before.ends_with("WARNING: "))
        {
            return Some((sentence.to_owned(), None));
        }
    }
    let leak = line.starts_with("Direct leak of") || line.starts_with("Indirect leak of");
    leak.then(|| (line.to_owned(), None))
}

/// The number of a stack frame, and its position where it has one: `    #1 0x55d0 in main /src/a.c:11:19`.
fn frame(line: &str) -> Option<(u32, Option<Place>)> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (number, rest) = rest.split_once(' ')?;
    let position = rest.split_once(" in ").and_then(|(_, rest)| rest.split_once(' ')).map(|(_, position)| position);
    Some((number.parse().ok()?, position.and_then(place)))
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`.
fn place(text: &str) -> Option<Place> {
    let (before, last) = text.trim().rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    let (file, line) = match before.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => (file, line.parse().ok()?),
        _ => (before, last),
    };
    Some(Place { file: file.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxed::End;

    fn read_text(reports: &str, note: &str) -> Vec<Evidence> {
        read(&Observation { end: End::Exit(1), note: note.into(), reports: reports.into() })
    }

    #[test]
    fn only_the_first_stack_of_a_report_counts() {
        let all = read_text(
            "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2\n\
             READ of size 4 at 0x1 thread T0\n    #0 0x5 in f /src/a.c:11:19\n    #1 0x6 in main /src/a.c:20\n\n\
             freed by thread T0 here:\n    #0 0x4 in free (/x/a+0x4c) (BuildId: 17)\n    #1 0x6 in main /src/a.c:7:9\n",
            "",
        );
        assert_eq!(all.len(), 1);
        assert!(all[0].mentions("/elsewhere/a.c", 11) && all[0].mentions("a.c", 20));
        assert!(!all[0].mentions("a.c", 7));
    }

    #[test]
    fn undefined_behaviour_carries_its_own_position() {
        let all = read_text("a.c:5:12: runtime error: division by zero\n    #0 0x1 in main /src/a.c:5:12\n", "");
        assert_eq!(all[0].sentence, "division by zero");
        assert!(all[0].mentions("a.c", 5));
    }

    #[test]
    fn an_abort_with_a_note_is_what_the_note_says() {
        let text = "==7==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n    #0 0x1 in main a.c:3:1\n";
        assert_eq!(read_text(text, "assertion-failure")[0].sentence, "noted: assertion-failure");
        assert!(read_text(text, "")[0].sentence.starts_with("ABRT"));
    }

    #[test]
    fn the_stack_of_a_wild_jump_is_not_believed() {
        let text = "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n==7==Hint: pc points to the zero page.\n    \
                    #0 0x1  (<unknown module>)\n    #1 0x1 in start start.h:58:16\n";
        assert_eq!(read_text(text, "")[0].places, []);
        assert!(read_text(text, "")[0].lost);
    }

    #[test]
    fn a_wrong_access_stops_the_program() {
        let stops = |text: &str| read_text(text, "").iter().map(|one| one.stopped).collect::<Vec<_>>();
        assert_eq!(stops("==7==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges\n"), [true]);
        assert_eq!(stops("==7==ERROR: AddressSanitizer: ABRT on unknown address 0x1\n"), [false]);
        assert_eq!(stops("a.c:5:12: runtime error: signed integer overflow: 1 + 2\n"), [false]);
        assert_eq!(stops("Direct leak of 4 byte(s) in 1 object(s) allocated from:\n"), [false]);
    }

    #[test]
    fn other_text_is_no_evidence() {
        assert_eq!(read_text("Direct action\n#x\nfoo:1\n", ""), []);
    }
}
