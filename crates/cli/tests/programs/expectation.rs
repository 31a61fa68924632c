//! What a test program says about itself: the annotations in its comments.
//!
//! An annotation is a comment `// KEYWORD: value` with the keyword in capitals. A keyword nobody reads is an error, so
//! that a misspelt expectation cannot pass unnoticed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engine::config::CheckSet;

/// Levels a program is run at unless it says otherwise.
const ALL_LEVELS: &[&str] = &["none", "light", "O1"];
/// The optimiser may assume that undefined behaviour does not happen, so such bugs are looked for without it.
const FAITHFUL_LEVELS: &[&str] = &["none", "light"];
/// Bugs that are calls in the program, which no optimiser removes.
const DEFINED: &[&str] = &["assertion-failure", "abort", "error-call", "reported-error"];

/// A kind of bug on a line.
pub type Bug = (String, u64);

#[derive(Clone, Debug, Default)]
pub struct Expectation {
    /// Verdicts that are right; one, except where a limit makes it depend on the order.
    pub verdicts: Vec<String>,
    pub options: Vec<String>,
    /// Further files of the program.
    pub files: Vec<PathBuf>,
    pub levels: Vec<String>,
    pub paths: Option<u64>,
    pub output: Vec<String>,
    /// Exit status, where it does not follow from the verdict.
    pub exit: Option<i32>,
    /// Bugs that must be reported, and bugs that may be.
    pub bugs: BTreeSet<Bug>,
    pub possible: BTreeSet<Bug>,
    /// The program does not end: instructions after which a run that proves nothing of loops is to give up.
    pub endless: Option<u64>,
}

impl Expectation {
    pub fn read(file: &Path) -> Result<Expectation, String> {
        let mut expectation = Expectation::default();
        expectation.read_annotations(file)?;
        for part in expectation.files.clone() {
            expectation.read_annotations(&part)?;
        }
        expectation.complete()
    }

    fn read_annotations(&mut self, file: &Path) -> Result<(), String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        for (line, number) in text.lines().zip(1..) {
            if let Some((keyword, value)) = annotation(line) {
                self.add(keyword, value, number, folder).map_err(|problem| format!("line {number}: {problem}"))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, keyword: &str, value: &str, line: u64, folder: &Path) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_owned);
        let number = || value.trim().parse().map_err(|_| format!("'{value}' is not a number"));
        match keyword {
            "VERDICT" => self.verdicts.extend(words()),
            "FILES" => self.files.extend(words().map(|name| folder.join(name))),
            "OPTIONS" => self.options.extend(words()),
            "LEVELS" => self.levels.extend(words()),
            "PATHS" => self.paths = Some(number()?),
            "EXIT" => self.exit = Some(number()? as i32),
            "OUTPUT" => self.output.push(value.to_owned()),
            "BUG" => self.bugs.extend(bugs(value, line)?),
            "ENDLESS" => self.endless = Some(number()?),
            "MAYBE" => self.possible.extend(bugs(value, line)?),
            _ => return Err(format!("nobody reads the annotation '{keyword}'")),
        }
        Ok(())
    }

    fn complete(mut self) -> Result<Expectation, String> {
        if self.verdicts.is_empty() {
            return Err("no VERDICT".to_owned());
        }
        if let Some(unknown) = self.verdicts.iter().find(|v| !["safe", "unsafe", "unknown"].contains(&v.as_str())) {
            return Err(format!("'{unknown}' is not a verdict"));
        }
        if self.verdicts == ["unsafe"] && self.bugs.is_empty() {
            return Err("unsafe, but no line with a BUG".to_owned());
        }
        if !self.bugs.is_empty() && self.verdicts != ["unsafe"] {
            return Err("a line with a BUG, but the verdict is not unsafe".to_owned());
        }
        if let Some(unknown) = self.levels.iter().find(|level| !ALL_LEVELS.contains(&level.as_str())) {
            return Err(format!("'{unknown}' is not a level the programs are run at"));
        }
        if self.levels.is_empty() {
            let defined = self.bugs.iter().chain(&self.possible).all(|(kind, _)| DEFINED.contains(&kind.as_str()));
            let levels = if defined { ALL_LEVELS } else { FAITHFUL_LEVELS };
            self.levels = levels.iter().map(|level| (*level).to_owned()).collect();
        }
        Ok(self)
    }

    /// The same of a run that is to be done before it reaches a limit on its work.
    pub fn proved_within(mut self, instructions: u64) -> Expectation {
        self.options.extend(["--max-instructions".to_owned(), instructions.to_string()]);
        self
    }

    /// The same of a run that ends at a limit on its work, perhaps before it has found anything.
    pub fn followed_for(mut self, instructions: u64) -> Expectation {
        self.verdicts.push("unknown".to_owned());
        self.possible.append(&mut self.bugs);
        self.proved_within(instructions)
    }

    pub fn allows(&self, level: &str) -> bool {
        self.levels.iter().any(|allowed| allowed == level)
    }
}

/// The keyword and the value of the annotation on a line.
fn annotation(line: &str) -> Option<(&str, &str)> {
    let comment = line.split_once("// ")?.1;
    let (keyword, value) = comment.split_once(':')?;
    let is_keyword = keyword.len() > 1 && keyword.chars().all(|c| c.is_ascii_uppercase());
    is_keyword.then(|| (keyword, value.strip_prefix(' ').unwrap_or(value)))
}

fn bugs(kinds: &str, line: u64) -> Result<Vec<Bug>, String> {
    let one = |kind: &str| match CheckSet::parse(kind) {
        Ok(_) => Ok((kind.to_owned(), line)),
        Err(problem) => Err(problem),
    };
    kinds.split(',').map(str::trim).map(one).collect()
}
