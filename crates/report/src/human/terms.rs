//! The terms of a verdict in one line.

use engine::config::CheckSet;
use engine::results::{InputTerms, Terms};

/// What `safe` is said of: checks, inputs and what was taken for granted.
pub(super) fn line(terms: &Terms) -> String {
    let assuming = match terms.assumptions.as_slice() {
        [] => String::new(),
        assumptions => format!(" | assuming: {}", assumptions.join("; ")),
    };
    format!("terms: {} | inputs: {}{assuming}\n", checks(&terms.checks), inputs(&terms.inputs))
}

/// The checks by how they differ from the default.
pub fn checks(on: &[String]) -> String {
    let default = CheckSet::default().to_string();
    let default: Vec<&str> = default.split(',').collect();
    let missing: Vec<&str> = default.iter().copied().filter(|name| !on.iter().any(|on| on == name)).collect();
    let more: Vec<&str> = on.iter().map(String::as_str).filter(|name| !default.contains(name)).collect();
    match (on.len(), missing.as_slice(), more.as_slice()) {
        (0, _, _) => "no checks".to_owned(),
        (_, [], []) => "default checks".to_owned(),
        (_, [], more) => format!("default checks and {}", more.join(", ")),
        // Fewer words for the shorter list.
        (count, missing, []) if missing.len() < count => format!("default checks without {}", missing.join(", ")),
        _ => format!("checks {}", on.join(", ")),
    }
}

pub fn inputs(inputs: &InputTerms) -> String {
    let InputTerms { entry, pointer_bytes, args, symbolic_args, stdin_bytes, files } = inputs;
    let mut said = Vec::new();
    match (entry.as_str(), pointer_bytes) {
        ("main", _) => {}
        (entry, None) => said.push(format!("all parameters of {entry}")),
        (entry, Some(bytes)) => said.push(format!("all parameters of {entry}, {bytes} bytes behind a pointer")),
    }
    if !args.is_empty() {
        said.push(format!("arguments {}", args.join(" ")));
    }
    for group in symbolic_args {
        said.push(format!("{} to {} arguments of at most {} bytes", group.least, group.most, group.bytes));
    }
    said.extend(stdin_bytes.map(|bytes| format!("stdin of {bytes} bytes")));
    said.extend(files.map(|files| format!("{} files of {} bytes", files.count, files.bytes)));
    said.push("what the program marks or reads".to_owned());
    said.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &str) -> Vec<String> {
        CheckSet::parse(list)
            .unwrap()
            .to_string()
            .split(',')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn checks_are_told_by_how_they_differ() {
        assert_eq!(checks(&names("default")), "default checks");
        assert_eq!(checks(&names("+memory-leak")), "default checks and memory-leak");
        assert_eq!(checks(&names("-abort,-double-free")), "default checks without abort, double-free");
        assert_eq!(checks(&names("abort")), "checks abort");
        assert_eq!(checks(&names("+memory-leak,-abort")).split(", ").count(), names("default").len());
        assert_eq!(checks(&names("none")), "no checks");
    }

    #[test]
    fn the_terms_are_one_line() {
        let inputs = InputTerms {
            entry: "f".into(),
            pointer_bytes: Some(64),
            args: Vec::new(),
            symbolic_args: Vec::new(),
            stdin_bytes: Some(8),
            files: None,
        };
        let terms = Terms { checks: names("default"), inputs, assumptions: vec!["a".into(), "b".into()] };
        assert_eq!(
            line(&terms),
            "terms: default checks | inputs: all parameters of f, 64 bytes behind a pointer, stdin of 8 bytes, \
             what the program marks or reads | assuming: a; b\n"
        );
        let terms = Terms { assumptions: Vec::new(), ..terms };
        assert!(line(&terms).ends_with(" reads\n"), "{}", line(&terms));
    }
}
