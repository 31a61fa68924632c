//! `bugs.sarif`: the bugs in SARIF 2.1.0, which editors and code hosts display.
//!
//! Each kind of bug is a rule with its CWE number; each bug a result whose code flow is the call stack, outermost call
//! first. Files below the working directory are named relative to it, as code hosts expect.

use std::path::Path;

use engine::results::Bug;
use serde_json::{Value, json};

use crate::{readable, test_case};

/// Name of the file in the output directory.
pub const FILE: &str = "bugs.sarif";

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A bug and the inputs that show it.
pub struct Finding<'run> {
    pub bug: &'run Bug,
    pub inputs: &'run [engine::results::Input],
    /// The command line, where there is one to tell.
    pub run: Option<String>,
}

/// The text of the file. `base` is the working directory.
pub fn to_string(findings: &[Finding<'_>], base: &Path) -> String {
    let mut kinds: Vec<&Bug> = Vec::new();
    for finding in findings {
        if !kinds.iter().any(|known| known.kind == finding.bug.kind) {
            kinds.push(finding.bug);
        }
    }
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let rule = kinds.iter().position(|known| known.kind == finding.bug.kind);
            result(finding, rule.unwrap_or_default(), base)
        })
        .collect();
    let driver = json!({
        "name": "secateur",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": kinds.iter().map(|bug| rule(bug)).collect::<Vec<_>>(),
    });
    crate::summary::pretty(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "utf16CodeUnits", "results": results }],
    }))
}

fn rule(bug: &Bug) -> Value {
    let mut rule = json!({ "id": bug.kind, "shortDescription": { "text": bug.kind.replace('-', " ") } });
    if let Some(cwe) = bug.cwe {
        rule["helpUri"] = json!(format!("https://cwe.mitre.org/data/definitions/{cwe}.html"));
        rule["properties"] =
            json!({ "cwe": format!("CWE-{cwe}"), "tags": ["security", format!("external/cwe/cwe-{cwe}")] });
    }
    rule
}

fn result(finding: &Finding<'_>, rule: usize, base: &Path) -> Value {
    let bug = finding.bug;
    let mut text = format!("{} in {}", bug.message, bug.function);
    let inputs = readable::inputs(finding.inputs, finding.run.is_some());
    if !inputs.is_empty() {
        text.push_str(&format!("; input: {inputs}"));
    }
    if let Some(run) = &finding.run {
        text.push_str(&format!("; run: {run}"));
    }
    let steps: Vec<Value> = bug
        .stack
        .iter()
        .rev()
        .map(|frame| {
            let mut step = location(&frame.file, frame.line, 0, &frame.function, base);
            step["message"] = json!({ "text": format!("in {}", frame.function) });
            json!({ "location": step })
        })
        .collect();
    let mut result = json!({
        "ruleId": bug.kind,
        "ruleIndex": rule,
        "level": "error",
        "message": { "text": text },
        "locations": [location(&bug.file, bug.line, bug.column, &bug.function, base)],
        "properties": properties(bug),
    });
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

/// What SARIF has no place for.
pub(crate) fn properties(bug: &Bug) -> Value {
    let replay = bug.replay.map(|outcome| outcome.name());
    json!({ "test": test_case::file_of(bug.test), "confirmed": bug.confirmed, "replay": replay })
}

/// A location; the physical part is left out where there is no debug information.
fn location(file: &str, line: u32, column: u32, function: &str, base: &Path) -> Value {
    let mut location = json!({ "logicalLocations": [{ "name": function, "kind": "function" }] });
    if !file.is_empty() {
        let mut physical = json!({ "artifactLocation": artifact(file, base) });
        if line > 0 {
            physical["region"] = json!({ "startLine": line });
        }
        if line > 0 && column > 0 {
            physical["region"]["startColumn"] = json!(column);
        }
        location["physicalLocation"] = physical;
    }
    location
}

fn artifact(file: &str, base: &Path) -> Value {
    let path = Path::new(file);
    match path.strip_prefix(base) {
        Ok(inside) => json!({ "uri": escape(&inside.to_string_lossy()), "uriBaseId": "%SRCROOT%" }),
        Err(_) if path.is_absolute() => json!({ "uri": format!("file://{}", escape(file)) }),
        Err(_) => json!({ "uri": escape(file), "uriBaseId": "%SRCROOT%" }),
    }
}

/// Percent-encoding of everything a URI path does not hold literally.
fn escape(path: &str) -> String {
    path.bytes().fold(String::new(), |mut uri, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
        uri
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Frame, Input};

    fn bug(kind: &str, file: &str) -> Bug {
        let frame = |function: &str, line| Frame { function: function.into(), file: file.into(), line };
        Bug {
            kind: kind.into(),
            cwe: Some(369),
            message: "divide by zero".into(),
            function: "f".into(),
            file: file.into(),
            line: 3,
            column: 12,
            stack: vec![frame("f", 3), frame("main", 9)],
            test: 1,
            confirmed: None,
            ..Bug::default()
        }
    }

    #[test]
    fn rules_are_listed_once_and_flows_start_at_main() {
        let inputs = [Input { name: "x".into(), bytes: vec![0; 4], ..Input::default() }];
        let bugs = [bug("division-by-zero", "/src/my file.c"), bug("division-by-zero", "/else/b.c"), bug("abort", "")];
        let findings: Vec<Finding> = bugs.iter().map(|bug| Finding { bug, inputs: &inputs, run: None }).collect();
        let json: Value = serde_json::from_str(&to_string(&findings, Path::new("/src"))).unwrap();
        let run = &json["runs"][0];
        assert_eq!(json["version"], "2.1.0");
        assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), 2);
        assert_eq!(run["results"][2]["ruleIndex"], 1);
        let first = &run["results"][0];
        assert_eq!(first["message"]["text"], "divide by zero in f; input: x = 0");
        let place = &first["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20file.c");
        assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 12 }));
        let flow = &first["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(flow[0]["location"]["logicalLocations"][0]["name"], "main");
        let second = &run["results"][1]["locations"][0]["physicalLocation"];
        assert_eq!(second["artifactLocation"]["uri"], "file:///else/b.c");
        assert_eq!(run["results"][2]["locations"][0].get("physicalLocation"), None);
    }

    #[test]
    fn no_bugs_is_a_valid_empty_run() {
        let json: Value = serde_json::from_str(&to_string(&[], Path::new("/"))).unwrap();
        assert_eq!(json["runs"][0]["results"], json!([]));
    }
}
