//! Witnesses of SV-COMP, format 2.0 (YAML): for a bug the place where it shows, for a safe program an empty set of
//! invariants.
//!
//! The violation sequence has one segment, the target. It does not say which values the inputs had: the tests do.
//! The values are quoted as YAML allows for any text, so a JSON string is one.

use std::io;
use std::path::Path;

use engine::results::{Bug, Results, Verdict};
use serde_json::json;

use crate::digest;
use crate::run_record::RunRecord;

/// Name of the file in the output directory.
pub const FILE: &str = "witness.yml";

/// The text of the file, if there is anything to witness.
pub fn to_string(results: &Results, record: &RunRecord) -> io::Result<Option<String>> {
    let (kind, specification, content) = match (results.conclusion.verdict, results.bugs.first()) {
        (Verdict::Unsafe, Some(bug)) => ("violation_sequence", specification(&bug.kind), target(bug, record)),
        (Verdict::Safe, _) => ("invariant_set", "G ! call(reach_error())", "  content: []\n".to_owned()),
        _ => return Ok(None),
    };
    let mut hashes = String::new();
    for file in &record.files {
        hashes.push_str(&format!("        {}: {}\n", quoted(file), quote(&digest::of_file(file)?)));
    }
    let names: Vec<String> = record.files.iter().map(|file| format!("        - {}\n", quoted(file))).collect();
    Ok(Some(format!(
        "- entry_type: {}\n  metadata:\n    format_version: \"2.0\"\n    uuid: {}\n    creation_time: {}\n    \
         producer:\n      name: \"secateur\"\n      version: {}\n    task:\n      input_files:\n{}      \
         input_file_hashes:\n{hashes}      data_model: \"LP64\"\n      language: \"C\"\n      specification: {}\n{content}",
        quote(kind),
        quote(&digest::unique(kind)),
        quote(&digest::now()),
        quote(env!("CARGO_PKG_VERSION")),
        names.concat(),
        quote(&format!("CHECK( init({}()), LTL({specification}) )", record.entry)),
    )))
}

/// The property of SV-COMP that a kind of bug breaks.
fn specification(kind: &str) -> &'static str {
    match kind {
        "signed-overflow" | "division-overflow" => "G ! overflow",
        "invalid-free" | "double-free" => "G valid-free",
        "memory-leak" => "G valid-memtrack",
        "out-of-bounds-read"
        | "out-of-bounds-write"
        | "index-out-of-range"
        | "null-dereference"
        | "invalid-pointer"
        | "use-after-free"
        | "use-after-scope"
        | "overlapping-copy"
        | "read-only-write" => "G valid-deref",
        _ => "G ! call(reach_error())",
    }
}

fn target(bug: &Bug, record: &RunRecord) -> String {
    // As the task calls it, if it is one of its files.
    let given = record.files.iter().find(|file| record.directory.join(file) == Path::new(&bug.file));
    let mut location = vec![
        ("file_name", given.map_or_else(|| quote(&bug.file), |file| quoted(file))),
        ("line", bug.line.to_string()),
        ("function", quote(&bug.function)),
    ];
    if bug.column > 0 {
        location.insert(2, ("column", bug.column.to_string()));
    }
    let location: String = location.iter().map(|(name, value)| format!("            {name}: {value}\n")).collect();
    format!(
        "  content:\n    - segment:\n      - waypoint:\n          type: \"target\"\n          action: \"follow\"\n          \
         location:\n{location}"
    )
}

fn quoted(path: &Path) -> String {
    quote(&path.to_string_lossy())
}

fn quote(text: &str) -> String {
    json!(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bug() -> Bug {
        Bug {
            kind: "error-call".into(),
            cwe: None,
            message: String::new(),
            function: "main".into(),
            file: "/src/a \"b\".c".into(),
            line: 7,
            column: 5,
            stack: Vec::new(),
            test: 1,
            confirmed: None,
            ..Bug::default()
        }
    }

    #[test]
    fn a_bug_is_a_target_and_a_proof_an_empty_set() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a \"b\".c");
        std::fs::write(&program, "").unwrap();
        let record = RunRecord { files: vec![program.clone()], entry: "main".into(), ..RunRecord::default() };
        let mut results = Results::nothing_known();
        assert_eq!(to_string(&results, &record).unwrap(), None);
        results.conclusion.verdict = Verdict::Safe;
        let text = to_string(&results, &record).unwrap().unwrap();
        assert!(text.contains("entry_type: \"invariant_set\"") && text.ends_with("content: []\n"), "{text}");
        results.conclusion.verdict = Verdict::Unsafe;
        results.bugs.push(bug());
        let text = to_string(&results, &record).unwrap().unwrap();
        assert!(text.contains("            line: 7\n            column: 5\n"), "{text}");
        assert!(text.contains("file_name: \"/src/a \\\"b\\\".c\""), "{text}");
        assert!(text.contains("CHECK( init(main()), LTL(G ! call(reach_error())) )"), "{text}");
    }

    #[test]
    fn a_program_that_is_gone_is_an_error() {
        let mut results = Results::nothing_known();
        results.conclusion.verdict = Verdict::Safe;
        let record = RunRecord { files: vec!["/nowhere.c".into()], ..RunRecord::default() };
        assert!(to_string(&results, &record).is_err());
    }
}
