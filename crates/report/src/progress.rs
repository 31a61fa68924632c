//! How a run is going: one line that is rewritten on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use engine::results::Progress;

use crate::human;

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// One line, rewritten several times a second.
    Live,
    /// A new line every ten seconds.
    Log,
    Silent,
}

impl Style {
    /// What suits standard error.
    pub fn detect(quiet: bool) -> Style {
        match (quiet, io::stderr().is_terminal()) {
            (true, _) => Style::Silent,
            (false, true) => Style::Live,
            (false, false) => Style::Log,
        }
    }

    fn interval(self) -> Option<Duration> {
        match self {
            Style::Live => Some(Duration::from_millis(200)),
            Style::Log => Some(Duration::from_secs(10)),
            Style::Silent => None,
        }
    }
}

/// Shows progress on a terminal that others write to as well: they call [`ProgressLine::clear`] first.
pub struct ProgressLine<W> {
    stream: W,
    style: Style,
    /// Start of the run's clock at which the next line is due.
    due: Duration,
    /// The last view shown, for the rate.
    shown: Progress,
    /// A live line stands on the terminal without a newline.
    standing: bool,
}

impl<W: Write> ProgressLine<W> {
    pub fn new(stream: W, style: Style) -> ProgressLine<W> {
        let due = style.interval().unwrap_or_default();
        ProgressLine { stream, style, due, shown: Progress::default(), standing: false }
    }

    /// Takes note of how the run is going, and shows it when it is time to.
    pub fn update(&mut self, progress: &Progress) {
        let Some(interval) = self.style.interval() else { return };
        if progress.elapsed < self.due {
            return;
        }
        self.due = progress.elapsed + interval;
        let line = line(progress, &self.shown);
        self.shown = *progress;
        // A terminal that went away must not end the run.
        let _ = match self.style {
            Style::Live => {
                self.standing = true;
                write!(self.stream, "\r\x1b[K{}", fit(&line, terminal_width())).and_then(|()| self.stream.flush())
            }
            Style::Log | Style::Silent => writeln!(self.stream, "{line}"),
        };
    }

    /// Takes the live line away.
    pub fn clear(&mut self) {
        if self.standing {
            self.standing = false;
            let _ = write!(self.stream, "\r\x1b[K").and_then(|()| self.stream.flush());
        }
    }
}

/// One line on `now`; rates are since `before`.
fn line(now: &Progress, before: &Progress) -> String {
    let seconds = now.elapsed.saturating_sub(before.elapsed).as_secs_f64();
    let rate = |now: u64, before: u64| now.saturating_sub(before) as f64 / seconds.max(1e-3);
    format!(
        "{:.0} s  {} paths ({}/s)  {} states  {} queries  {} instr/s  blocks {}  {} bugs  {} tests  {:.0} MB",
        now.elapsed.as_secs_f64(),
        short(now.paths as f64),
        short(rate(now.paths, before.paths)),
        short(now.states as f64),
        short(now.queries as f64),
        short(rate(now.instructions, before.instructions)),
        human::share(now.blocks),
        now.bugs,
        short(now.tests as f64),
        now.rss_mb,
    )
}

/// A count in at most five characters: 950, 12.3k, 4.5M.
fn short(count: f64) -> String {
    match count {
        c if c < 999.5 => format!("{c:.0}"),
        c if c < 99_950.0 => format!("{:.1}k", c / 1e3),
        c if c < 999_500.0 => format!("{:.0}k", c / 1e3),
        c if c < 99_950_000.0 => format!("{:.1}M", c / 1e6),
        c if c < 999_500_000.0 => format!("{:.0}M", c / 1e6),
        c => format!("{:.1}G", c / 1e9),
    }
}

/// The columns of the terminal behind standard error; the usual 80 when it does not tell.
fn terminal_width() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0))
}

/// A line that wraps cannot be rewritten, so it ends before the last column. The text is ASCII.
fn fit(line: &str, width: usize) -> &str {
    line.get(..width.saturating_sub(1)).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::Covered;

    fn at(seconds: u64, paths: u64) -> Progress {
        Progress {
            elapsed: Duration::from_secs(seconds),
            paths,
            blocks: Covered { covered: 3, total: 4 },
            ..Progress::default()
        }
    }

    fn shown(style: Style, updates: &[Progress]) -> String {
        let mut out = Vec::new();
        let mut progress = ProgressLine::new(&mut out, style);
        updates.iter().for_each(|update| progress.update(update));
        progress.clear();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_log_has_a_line_every_ten_seconds() {
        let text = shown(Style::Log, &[at(1, 5), at(9, 9), at(10, 20), at(11, 21), at(20, 30_020)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].starts_with("10 s  20 paths (2/s)"), "{text}");
        assert!(lines[1].starts_with("20 s  30.0k paths (3.0k/s)"), "{text}");
        assert!(lines[1].contains("blocks 3/4 (75 %)"), "{text}");
    }

    #[test]
    fn a_live_line_is_taken_away_at_the_end() {
        let text = shown(Style::Live, &[at(1, 5), at(2, 9)]);
        assert!(!text.contains('\n'));
        assert!(text.ends_with("\r\x1b[K"));
    }

    #[test]
    fn silence_is_silent() {
        assert_eq!(shown(Style::Silent, &[at(100, 5)]), "");
    }

    #[test]
    fn counts_stay_short() {
        for (count, text) in
            [(0.0, "0"), (999.0, "999"), (12_345.0, "12.3k"), (123_456.0, "123k"), (5e6, "5.0M"), (2e9, "2.0G")]
        {
            assert_eq!(short(count), text);
        }
    }
}
