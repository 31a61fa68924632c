//! `learnt.jsonl`: what a run has learnt, beside its [frontier](crate::frontier_file), so that who goes on need not learn it again.
//!
//! A line for each time that the frontier was written, with what was learnt since the last one. It is only added to, so writing costs what is
//! new. A line that cannot be read, such as one that was being written when the run was killed, is the last that counts: not to know what
//! was learnt costs time and nothing else.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use engine::parts::Learnt;

use crate::out_dir::{OutDir, OutError};

/// Name of the file in the output directory.
pub const FILE: &str = "learnt.jsonl";

/// Bytes beyond which nothing is added.
const MOST: u64 = 64 << 20;

pub(crate) fn add(out: &OutDir, learnt: &Learnt) -> Result<(), OutError> {
    let path = out.path().join(FILE);
    let write = || -> io::Result<()> {
        let mut file = File::options().create(true).append(true).open(&path)?;
        if file.metadata()?.len() >= MOST {
            return Ok(());
        }
        let mut line = serde_json::to_vec(learnt)?;
        line.push(b'\n');
        file.write_all(&line)
    };
    write().map_err(|error| OutError::new(&path, error))
}

/// What the run that wrote `out` has learnt. What was being written when it was killed goes, so that more can be added.
pub fn read(out: &Path) -> Vec<Learnt> {
    let path = out.join(FILE);
    let Ok(text) = fs::read(&path) else { return Vec::new() };
    let mut all = Vec::new();
    let mut understood = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let Some(learnt) = line.strip_suffix(b"\n").and_then(|line| serde_json::from_slice(line).ok()) else { break };
        all.push(learnt);
        understood += line.len();
    }
    if understood < text.len() {
        // Should it stay, what is added behind it is not read, and that is all.
        let _ = File::options().write(true).open(&path).and_then(|file| file.set_len(understood as u64));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str =
        r#"{"place":{"frames":[[0,1,0]],"stack":[1,2],"phase":[1,0]},"conjuncts":[[2,null]],"work":5.0,"paths":3}"#;

    fn learnt(variable: &str) -> Learnt {
        let text = format!(r#"{{"variables":[["{variable}",0,0,8]],"terms":"v0 k8:5 ult.0.1","entries":[{ENTRY}]}}"#);
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn what_was_added_reads_back_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let out = OutDir::named(&folder.path().join("out")).unwrap();
        assert_eq!(read(out.path()), []);
        add(&out, &learnt("a")).unwrap();
        add(&out, &learnt("b")).unwrap();
        assert_eq!(read(out.path()), [learnt("a"), learnt("b")]);
    }

    #[test]
    fn half_a_line_is_forgotten_and_more_can_be_added() {
        let folder = tempfile::tempdir().unwrap();
        let out = OutDir::named(&folder.path().join("out")).unwrap();
        add(&out, &learnt("a")).unwrap();
        let mut file = File::options().append(true).open(out.path().join(FILE)).unwrap();
        file.write_all(b"{\"variables\":[[\"b\"").unwrap();
        assert_eq!(read(out.path()), [learnt("a")]);
        add(&out, &learnt("c")).unwrap();
        assert_eq!(read(out.path()), [learnt("a"), learnt("c")]);
    }
}
