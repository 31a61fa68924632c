//! `summary.json`: the outcome of a run for scripts and benchmarks. The field names are a contract; all but the first few
//! are those of [`Results`].

use engine::results::Results;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub tool: String,
    pub version: String,
    /// The program's files, separated by spaces.
    pub program: String,
    #[serde(flatten)]
    pub results: Results,
}

impl Summary {
    pub fn new(program: &str, results: &Results) -> Summary {
        Summary {
            tool: "secateur".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            program: program.to_owned(),
            results: results.clone(),
        }
    }

    /// The text of the file.
    pub fn to_json(&self) -> String {
        pretty(self)
    }
}

/// Indented JSON with a newline at the end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    // Serialisation fails only on maps with odd keys and on types that refuse it; plain structs are neither.
    let mut text = serde_json::to_string_pretty(value).expect("plain structs are always JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{
        ArgumentTerms, Bug, Cut, CutReason, FileTerms, InputTerms, Obstacle, ObstacleKind, SelfCheck, Stats,
        TargetOutcome, TargetStatus, Terms,
    };
    use serde_json::Value;

    fn example() -> Summary {
        let mut results = Results::nothing_known();
        results.conclusion.cuts.push(Cut { reason: CutReason::Depth, count: 3, place: "a.c:7 f".into() });
        results.bugs.push(Bug {
            kind: "abort".into(),
            cwe: Some(617),
            message: "abort failure".into(),
            function: "main".into(),
            file: "a.c".into(),
            line: 9,
            column: 2,
            stack: Vec::new(),
            test: 2,
            confirmed: None,
            ..Bug::default()
        });
        results.terms = Some(Terms {
            checks: vec!["abort".into()],
            inputs: InputTerms {
                entry: "main".into(),
                pointer_bytes: None,
                args: Vec::new(),
                symbolic_args: vec![ArgumentTerms { least: 0, most: 2, bytes: 8 }],
                stdin_bytes: Some(8),
                files: Some(FileTerms { count: 1, bytes: 9 }),
            },
            assumptions: Vec::new(),
        });
        results.obstacles.push(Obstacle {
            kind: ObstacleKind::Waiting,
            place: "a.c:7 f".into(),
            share: None,
            count: 3,
            text: "3 of 3 open paths were waiting here".into(),
            suggestion: "fewer inputs".into(),
        });
        results.targets.push(TargetOutcome {
            id: "t".into(),
            file: "a.c".into(),
            line: 1,
            status: TargetStatus::Reachable,
            test: Some(1),
        });
        Summary::new("a.c b.c", &results)
    }

    fn keys(value: &Value) -> String {
        let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys.join(" ")
    }

    #[test]
    fn the_fields_are_the_documented_ones() {
        let json: Value = serde_json::from_str(&example().to_json()).unwrap();
        assert_eq!(
            keys(&json),
            "bugs choices coverage cuts exhausted forks instructions interpolation jobs obstacles paths peak_rss_mb program \
             queries random stop_reason targets terms tests time_s tool verdict version"
        );
        assert_eq!(keys(&json["terms"]), "assumptions checks inputs");
        let inputs = &json["terms"]["inputs"];
        assert_eq!(keys(inputs), "args entry files pointer_bytes stdin_bytes symbolic_args");
        assert_eq!(
            (keys(&inputs["symbolic_args"][0]), keys(&inputs["files"])),
            ("bytes least most".into(), "bytes count".into())
        );
        assert_eq!(keys(&json["cuts"][0]), "count reason where");
        assert_eq!(keys(&json["paths"]), "completed cut error infeasible subsumed");
        assert_eq!(keys(&json["queries"]), "asked calls layers mean_constraints sat solver time_s unknown unsat");
        assert_eq!(
            keys(&json["interpolation"]),
            "attempts checks confirmations entries extra_paths full growth half hits learnt loops mode root_condition time_s \
             unasked"
        );
        assert_eq!(keys(&json["coverage"]), "blocks branches growth lines");
        assert_eq!(keys(&json["coverage"]["lines"]), "covered total");
        assert_eq!(keys(&json["random"]), "runs time_s");
        assert_eq!(keys(&json["choices"]), "adopted deciding_s infeasible symbolic undecided");
        assert_eq!(keys(&json["bugs"][0]), "confirmed file function kind line message replay test");
        assert_eq!(keys(&json["targets"][0]), "file id line status test");
        assert_eq!(keys(&json["obstacles"][0]), "count kind share suggestion text where");
        assert_eq!(json["verdict"], "unknown");
        assert_eq!(json["bugs"][0]["test"], "tests/test000002.ktest");
        assert_eq!(json["bugs"][0]["confirmed"], Value::Null);
    }

    #[test]
    fn what_was_not_asked_for_is_not_there() {
        let mut summary = example();
        summary.results.self_check = Some(SelfCheck { tried: 3, undecided: 1, failures: vec!["wrong".into()] });
        summary.results.stats = Some(Stats::default());
        let json: Value = serde_json::from_str(&summary.to_json()).unwrap();
        assert_eq!(keys(&json["self_check"]), "failures tried undecided");
        assert_eq!(keys(&json["stats"]), "learning_rests rules");
        let Results { self_check, stats, .. } = serde_json::from_str::<Summary>(&summary.to_json()).unwrap().results;
        assert_eq!((self_check, stats), (summary.results.self_check, summary.results.stats));
        let json: Value = serde_json::from_str(&example().to_json()).unwrap();
        assert_eq!((json.get("self_check"), json.get("stats")), (None, None));
    }

    #[test]
    fn a_summary_reads_back() {
        let mut summary = example();
        summary.results.time = std::time::Duration::from_nanos(4_123_456_789_123);
        let read: Summary = serde_json::from_str(&summary.to_json()).unwrap();
        // The file has less than the run knew.
        let bug = &mut summary.results.bugs[0];
        (bug.cwe, bug.column) = (None, 0);
        assert_eq!(read, summary);
        assert_eq!(read.to_json(), summary.to_json());
    }
}
