//! A folder with a program, in which the tool is run and what it leaves behind is read.

// Each test uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub struct Folder(TempDir);

/// What does not depend on who explored what, nor when a run was stopped.
#[derive(PartialEq, Debug)]
pub struct Outcome {
    pub conclusion: Value,
    pub bugs: BTreeSet<String>,
    pub targets: Value,
    pub coverage: Value,
}

impl Folder {
    pub fn with(name: &str, text: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        std::fs::write(folder.path(name), text).unwrap();
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn tool(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments.split_whitespace()).current_dir(self.root()).stdin(Stdio::null());
        command
    }

    #[track_caller]
    pub fn ends(&self, arguments: &str, status: i32) -> Output {
        let output = self.tool(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
        output
    }

    /// The one line on standard error of a command that ends with status 2.
    #[track_caller]
    pub fn complaint(&self, arguments: &str) -> String {
        let said = String::from_utf8(self.ends(arguments, 2).stderr).unwrap();
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        said
    }

    pub fn json(&self, file: &str) -> Value {
        serde_json::from_str(&std::fs::read_to_string(self.path(file)).unwrap()).expect("files are whole at any moment")
    }

    pub fn summary(&self, out: &str) -> Value {
        self.json(&format!("{out}/summary.json"))
    }

    pub fn outcome(&self, out: &str) -> Outcome {
        let summary = self.summary(out);
        let list = |name: &str| summary[name].as_array().unwrap().iter();
        let coverage = &summary["coverage"];
        Outcome {
            conclusion: serde_json::json!([summary["verdict"], summary["stop_reason"], summary["cuts"]]),
            bugs: list("bugs").map(|bug| format!("{} {}", bug["kind"], bug["line"])).collect(),
            targets: list("targets").map(|target| target["status"].clone()).collect(),
            coverage: serde_json::json!([coverage["blocks"], coverage["branches"], coverage["lines"]]),
        }
    }

    /// The tests there are, by number.
    pub fn tests(&self, out: &str) -> Vec<PathBuf> {
        let files = self.path(out).join("tests").read_dir().unwrap().map(|file| file.unwrap().path());
        let mut tests: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "ktest")).collect();
        tests.sort();
        tests
    }
}
