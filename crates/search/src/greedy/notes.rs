//! What the greedy algorithm has decided, and why, for the log of a run. Random executions in a row are one note, and so are
//! paths that nothing is expected of or known about.

use std::fmt;

use tree::StateId;

#[derive(Default)]
pub struct Notes(Vec<Note>);

enum Note {
    RandomRuns(u64),
    /// A path, and the scores that were compared.
    Path(StateId, f64, f64),
    ExpectedNothing(u64),
    Unweighed(u64),
}

impl Notes {
    pub fn random_runs(&mut self, more: u64) {
        match self.0.last_mut() {
            Some(Note::RandomRuns(runs)) => *runs += more,
            _ => self.0.push(Note::RandomRuns(more)),
        }
    }

    pub fn path(&mut self, state: StateId, score: f64, random_score: f64) {
        match self.0.last_mut() {
            Some(Note::ExpectedNothing(paths)) if score <= 0.0 => *paths += 1,
            _ if score <= 0.0 => self.0.push(Note::ExpectedNothing(1)),
            _ => self.0.push(Note::Path(state, score, random_score)),
        }
    }

    pub fn unweighed(&mut self) {
        match self.0.last_mut() {
            Some(Note::Unweighed(paths)) => *paths += 1,
            _ => self.0.push(Note::Unweighed(1)),
        }
    }

    /// What nothing will be added to.
    pub fn take_complete(&mut self) -> Vec<String> {
        let complete = match self.0.last() {
            Some(Note::RandomRuns(_) | Note::ExpectedNothing(_) | Note::Unweighed(_)) => self.0.len() - 1,
            Some(Note::Path(..)) | None => self.0.len(),
        };
        self.0.drain(..complete).map(|note| note.to_string()).collect()
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RandomRuns(runs) => write!(f, "random testing: {runs} executions"),
            Note::Path(StateId(number), score, random_score) => {
                write!(f, "path {number}: {score:.3} blocks/s, random testing {random_score:.3}")
            }
            Note::Unweighed(paths) => write!(f, "paths as they came: {paths}"),
            Note::ExpectedNothing(paths) => write!(f, "paths without anything new in reach: {paths}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_is_one_note_and_is_taken_when_it_is_over() {
        let mut notes = Notes::default();
        notes.random_runs(3);
        notes.random_runs(4);
        assert!(notes.take_complete().is_empty());
        notes.path(StateId(2), 1.0, 0.5);
        assert_eq!(
            notes.take_complete(),
            ["random testing: 7 executions", "path 2: 1.000 blocks/s, random testing 0.500"]
        );
        notes.path(StateId(3), 0.0, 0.0);
        notes.path(StateId(4), 0.0, 0.0);
        notes.unweighed();
        assert_eq!(notes.take_complete(), ["paths without anything new in reach: 2"]);
    }
}
