//! `coverage.info`: what a run has covered, in the format of lcov, which editors and code hosts display.
//!
//! Counts are 1 and 0: the engine knows that something was executed, not how often. Reads such files too, ours and those
//! of `llvm-cov`, as far as lines and totals of branches go.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::results::{BranchCoverage, Covered, FileCoverage, FunctionCoverage};

/// Name of the file in the output directory.
pub const FILE: &str = "coverage.info";

/// Source files with the lines that hold code, and whether each was executed.
pub type Lines = BTreeMap<String, BTreeMap<u32, bool>>;

/// The text of the file.
pub fn to_string(files: &[FileCoverage]) -> String {
    let mut text = String::new();
    for file in files {
        // A string takes everything.
        let _ = write_file(&mut text, file);
    }
    text
}

fn write_file(text: &mut String, file: &FileCoverage) -> std::fmt::Result {
    writeln!(text, "TN:\nSF:{}", file.file)?;
    for function in &file.functions {
        writeln!(text, "FN:{},{}", function.line, function.name)?;
    }
    for function in &file.functions {
        writeln!(text, "FNDA:{},{}", u8::from(function.covered), function.name)?;
    }
    let covered = file.functions.iter().filter(|function| function.covered).count();
    writeln!(text, "FNF:{}\nFNH:{covered}", file.functions.len())?;
    let mut ways = (0, 0);
    for (number, branch) in file.branches.iter().enumerate() {
        for (way, &taken) in branch.taken.iter().enumerate() {
            ways = (ways.0 + 1, ways.1 + usize::from(taken));
            let count = match (branch.reached, taken) {
                (false, _) => "-",
                (true, false) => "0",
                (true, true) => "1",
            };
            writeln!(text, "BRDA:{},{number},{way},{count}", branch.line)?;
        }
    }
    writeln!(text, "BRF:{}\nBRH:{}", ways.0, ways.1)?;
    for (line, &executed) in &file.lines {
        writeln!(text, "DA:{line},{}", u8::from(executed))?;
    }
    let executed = file.lines.values().filter(|&&executed| executed).count();
    writeln!(text, "LF:{}\nLH:{executed}\nend_of_record", file.lines.len())
}

/// The lines of a file in this format. What is not understood is passed over: there are many dialects.
pub fn lines(text: &str) -> Lines {
    let mut all = Lines::new();
    let mut file = String::new();
    for line in text.lines() {
        match line.split_once(':') {
            Some(("SF", name)) => file = name.to_owned(),
            Some(("DA", fields)) => {
                let mut fields = fields.split(',');
                let number = fields.next().and_then(|field| field.parse().ok());
                let count = fields.next().and_then(|field| field.parse::<f64>().ok());
                if let (Some(number), Some(count)) = (number, count) {
                    *all.entry(file.clone()).or_default().entry(number).or_default() |= count > 0.0;
                }
            }
            _ => {}
        }
    }
    all
}

/// Functions, lines and branches by source file, of a file that we have written.
pub fn files(text: &str) -> Vec<FileCoverage> {
    let mut files: Vec<FileCoverage> = Vec::new();
    for line in text.lines() {
        let Some((word, fields)) = line.split_once(':') else { continue };
        if word == "SF" {
            files.push(FileCoverage { file: fields.to_owned(), ..FileCoverage::default() });
        } else if let Some(file) = files.last_mut() {
            read_record(file, word, fields);
        }
    }
    files
}

/// One line of a source file. What is not understood is passed over.
fn read_record(file: &mut FileCoverage, word: &str, fields: &str) {
    match word {
        "FN" => {
            if let Some((line, name)) = fields.split_once(',')
                && let Ok(line) = line.parse()
            {
                file.functions.push(FunctionCoverage { name: name.to_owned(), line, covered: false });
            }
        }
        "FNDA" => {
            let known = fields.split_once(',').filter(|(count, _)| *count != "0");
            let of_name = |function: &&mut FunctionCoverage| known.is_some_and(|(_, name)| function.name == name);
            file.functions.iter_mut().filter(of_name).for_each(|function| function.covered = true);
        }
        "BRDA" => {
            let fields: Vec<&str> = fields.split(',').collect();
            if let [line, number, _, count] = fields[..]
                && let (Ok(line), Ok(number)) = (line.parse(), number.parse::<usize>())
            {
                // Branches are numbered in order, and their ways follow each other.
                if number == file.branches.len() {
                    file.branches.push(BranchCoverage { line, reached: count != "-", taken: Vec::new() });
                }
                let branch = file.branches.last_mut().filter(|branch| branch.line == line);
                branch.into_iter().for_each(|branch| branch.taken.push(!matches!(count, "-" | "0")));
            }
        }
        "DA" => {
            if let Some((line, count)) = fields.split_once(',')
                && let Ok(line) = line.parse()
            {
                file.lines.insert(line, count != "0");
            }
        }
        _ => {}
    }
}

/// How many branches there are, and how many were taken, by the totals of each source file.
pub fn branches(text: &str) -> Covered {
    let sum = |word: &str| text.lines().filter_map(|line| line.strip_prefix(word)?.parse::<u64>().ok()).sum();
    Covered { covered: sum("BRH:"), total: sum("BRF:") }
}

/// How many lines there are, and how many were executed.
pub fn total(lines: &Lines) -> Covered {
    let all = || lines.values().flat_map(BTreeMap::values);
    Covered { covered: all().filter(|&&executed| executed).count() as u64, total: all().count() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_reads_back_and_is_in_lcovs_words() {
        let file = FileCoverage {
            file: "/a:b/p.c".into(),
            functions: vec![FunctionCoverage { name: "main".into(), line: 1, covered: true }],
            lines: BTreeMap::from([(1, true), (3, false)]),
            branches: vec![BranchCoverage { line: 1, reached: true, taken: vec![true, false] }],
        };
        let text = to_string(std::slice::from_ref(&file));
        let expected = "TN:\nSF:/a:b/p.c\nFN:1,main\nFNDA:1,main\nFNF:1\nFNH:1\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nBRF:2\nBRH:1\n\
                        DA:1,1\nDA:3,0\nLF:2\nLH:1\nend_of_record\n";
        assert_eq!(text, expected);
        assert_eq!(files(&text), std::slice::from_ref(&file));
        assert_eq!(lines(&text), Lines::from([(file.file, file.lines)]));
        assert_eq!(branches(&text), Covered { covered: 1, total: 2 });
        assert_eq!(total(&lines(&text)), Covered { covered: 1, total: 2 });
    }

    #[test]
    fn other_dialects_and_noise_do_no_harm() {
        assert_eq!(lines("SF:a.c\nDA:5,1.2e3,hash\nDA:x,y\nDA:5\nVER:\n")["a.c"], BTreeMap::from([(5, true)]));
        assert!(lines("\u{0}:::\nDA").is_empty());
        let read = files("DA:1,1\nSF:a.c\nBRDA:1,7,0,1\nBRDA:1\nDA:x,1\nFN:,\nFNDA:3\n");
        assert_eq!(read, [FileCoverage { file: "a.c".into(), ..FileCoverage::default() }]);
    }
}
