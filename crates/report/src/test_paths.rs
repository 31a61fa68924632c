//! `test-paths.json`: what some tests do, line by line, with the values that lines read and write.

use std::path::Path;

use engine::results::{PathStep, PathValue, Shown, TestPath};
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};
use crate::readable;

/// Name of the file in the output directory.
pub const FILE: &str = "test-paths.json";

/// The contents of the file. Field names are part of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TestPaths {
    pub files: Vec<String>,
    pub paths: Vec<WrittenPath>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WrittenPath {
    pub test: u64,
    /// It begins with the program.
    pub whole: bool,
    /// Number of the first step behind what was left out; 0 if nothing was.
    pub gap: usize,
    pub steps: Vec<WrittenStep>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WrittenStep {
    /// Number of the file; -1 if nobody knows.
    pub file: i64,
    pub line: u32,
    pub function: String,
    /// Callers.
    pub depth: u32,
    /// Instructions executed before it.
    pub at: u64,
    /// Names and values.
    pub values: Vec<(String, String)>,
}

impl TestPaths {
    pub fn new(paths: &[TestPath]) -> TestPaths {
        let mut files: Vec<String> = Vec::new();
        let mut number = |file: &String| {
            if file.is_empty() {
                return -1;
            }
            let known = files.iter().position(|known| known == file);
            known.unwrap_or_else(|| {
                files.push(file.clone());
                files.len() - 1
            }) as i64
        };
        let mut step = |step: &PathStep| WrittenStep {
            file: number(&step.file),
            line: step.line,
            function: step.function.clone(),
            depth: step.depth,
            at: step.instructions,
            values: step.values.iter().map(in_words).collect(),
        };
        let paths = paths.iter().map(|path| WrittenPath {
            test: path.test,
            whole: path.is_whole,
            gap: path.gap,
            steps: path.steps.iter().map(&mut step).collect(),
        });
        let paths = paths.collect();
        TestPaths { files, paths }
    }

    /// The paths of the run that wrote `out`; none if it left no such file, or one that nobody understands.
    pub fn read(out: &Path) -> TestPaths {
        let text = std::fs::read_to_string(out.join(FILE)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    pub(crate) fn write(&self, out: &OutDir) -> Result<(), OutError> {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        out.replace(FILE, text.as_bytes())
    }
}

fn in_words(PathValue { name, value }: &PathValue) -> (String, String) {
    let value = match value {
        Shown::Bytes(input) => readable::value(input),
        Shown::Words(words) => words.clone(),
    };
    (name.clone(), value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::Input;
    use program::ir::{Reading, SourceType};
    use std::sync::Arc;

    #[test]
    fn values_are_words_by_their_types_and_paths_read_back() {
        let byte = |reading| {
            let source_type = Some(Arc::new(SourceType::Scalar { name: String::new(), reading, bytes: 1 }));
            Shown::Bytes(Input { name: "x".into(), bytes: vec![0xff], type_name: None, source_type })
        };
        let values = [byte(Reading::Signed), byte(Reading::Unsigned), Shown::Words("&a[2]".into())];
        let values = values.map(|value| PathValue { name: "x".into(), value }).to_vec();
        let step = PathStep { file: "a.c".into(), line: 3, values, ..PathStep::default() };
        let path = TestPath { test: 2, is_whole: true, gap: 0, steps: vec![step, PathStep::default()] };
        let written = TestPaths::new(&[path]);
        let words: Vec<&str> = written.paths[0].steps[0].values.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(words, ["-1", "255", "&a[2]"]);
        assert_eq!(written.paths[0].steps.iter().map(|step| step.file).collect::<Vec<_>>(), [0, -1]);
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(TestPaths::read(folder.path()), TestPaths::default());
        written.write(&OutDir::named(folder.path()).unwrap()).unwrap();
        assert_eq!(TestPaths::read(folder.path()), written);
    }
}
