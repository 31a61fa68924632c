//! `summary.json`: the outcome of a run for scripts and benchmarks. The field names are a contract.

use engine::config::Interpolation;
use engine::results::{Bug, Cut, LayerStats, Results, Target};
use serde::{Deserialize, Serialize};

use crate::test_case;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub tool: String,
    pub version: String,
    /// The program's files, separated by spaces.
    pub program: String,
    /// `safe`, `unsafe` or `unknown`.
    pub verdict: String,
    pub exhausted: bool,
    pub stop_reason: String,
    pub cuts: Vec<CutEntry>,
    pub paths: Paths,
    pub tests: u64,
    pub instructions: u64,
    pub forks: u64,
    pub queries: Queries,
    pub interpolation: Learning,
    pub coverage: Coverage,
    pub random: Random,
    pub choices: Choices,
    pub bugs: Vec<BugEntry>,
    pub targets: Vec<TargetEntry>,
    pub time_s: f64,
    pub peak_rss_mb: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CutEntry {
    pub reason: String,
    pub count: u64,
    #[serde(rename = "where")]
    pub place: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paths {
    pub completed: u64,
    pub subsumed: u64,
    pub infeasible: u64,
    pub error: u64,
    pub cut: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Queries {
    pub asked: u64,
    pub solver: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Calls of a backend: several for a query that is decided part by part.
    pub calls: u64,
    pub mean_constraints: f64,
    pub time_s: f64,
    /// In the order of the chain, the backend last.
    pub layers: Vec<LayerEntry>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LayerEntry {
    pub name: String,
    pub asked: u64,
    pub answered: u64,
    pub time_s: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learning {
    pub mode: String,
    pub full: u64,
    pub half: u64,
    pub entries: u64,
    pub checks: u64,
    pub hits: u64,
    pub unasked: u64,
    pub confirmations: u64,
    /// Of the values that the program starts with.
    pub root_condition: Option<Vec<String>>,
    pub time_s: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Coverage {
    pub blocks: Covered,
    pub branches: Covered,
    pub lines: Covered,
    /// Blocks over time, when the run is over.
    pub growth: Vec<CoveredAt>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CoveredAt {
    pub time_s: f64,
    pub blocks: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Covered {
    pub covered: u64,
    pub total: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Random {
    pub runs: u64,
    pub time_s: f64,
}

/// What strategies chose: paths that were solved when chosen, and what came of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choices {
    pub symbolic: u64,
    pub infeasible: u64,
    pub undecided: u64,
    pub adopted: u64,
    pub deciding_s: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BugEntry {
    pub kind: String,
    pub function: String,
    pub file: String,
    pub line: u32,
    /// The test that shows it, from the output directory.
    pub test: String,
    /// `null` when it was not tried on the native program.
    pub confirmed: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TargetEntry {
    pub id: String,
    pub file: String,
    pub line: u32,
    pub status: String,
    pub test: Option<String>,
}

impl LayerEntry {
    fn new(layer: &LayerStats) -> LayerEntry {
        LayerEntry {
            name: layer.name.to_owned(),
            asked: layer.asked,
            answered: layer.answered,
            time_s: layer.time.as_secs_f64(),
        }
    }
}

impl Summary {
    pub fn new(program: &str, interpolation: Interpolation, results: &Results) -> Summary {
        let Results { paths, queries, interpolation: learning, coverage, .. } = results;
        Summary {
            tool: "secateur".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            program: program.to_owned(),
            verdict: results.verdict.to_string(),
            exhausted: results.exhausted,
            stop_reason: results.stop_reason.to_string(),
            cuts: results.cuts.iter().map(cut_entry).collect(),
            paths: Paths {
                completed: paths.completed,
                subsumed: paths.subsumed,
                infeasible: paths.infeasible,
                error: paths.error,
                cut: paths.cut,
            },
            tests: results.tests,
            instructions: results.instructions,
            forks: results.forks,
            queries: Queries {
                asked: queries.asked,
                solver: queries.solver,
                sat: queries.sat,
                unsat: queries.unsat,
                unknown: queries.unknown,
                calls: queries.calls,
                mean_constraints: queries.mean_constraints,
                time_s: queries.time.as_secs_f64(),
                layers: queries.layers.iter().map(LayerEntry::new).collect(),
            },
            interpolation: Learning {
                mode: interpolation.to_string(),
                full: learning.full,
                half: learning.half,
                entries: learning.entries,
                checks: learning.checks,
                hits: learning.hits,
                unasked: learning.unasked,
                root_condition: results.root_condition.clone(),
                confirmations: learning.confirmations,
                time_s: learning.time.as_secs_f64(),
            },
            coverage: Coverage {
                blocks: covered(coverage.blocks),
                branches: covered(coverage.branches),
                lines: covered(coverage.lines),
                growth: results.growth.iter().map(covered_at).collect(),
            },
            random: Random { runs: results.random_runs, time_s: results.random_time.as_secs_f64() },
            choices: Choices {
                symbolic: results.choices.symbolic,
                infeasible: results.choices.infeasible,
                undecided: results.choices.undecided,
                adopted: results.choices.adopted,
                deciding_s: results.choices.deciding.as_secs_f64(),
            },
            bugs: results.bugs.iter().map(bug_entry).collect(),
            targets: results.targets.iter().map(target_entry).collect(),
            time_s: results.time.as_secs_f64(),
            peak_rss_mb: results.peak_rss_mb,
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

fn covered_at(point: &engine::results::CoveredAt) -> CoveredAt {
    CoveredAt { time_s: point.time.as_secs_f64(), blocks: point.blocks }
}

fn covered(covered: engine::results::Covered) -> Covered {
    Covered { covered: covered.covered, total: covered.total }
}

fn cut_entry(cut: &Cut) -> CutEntry {
    CutEntry { reason: cut.reason.to_string(), count: cut.count, place: cut.place.clone() }
}

fn bug_entry(bug: &Bug) -> BugEntry {
    BugEntry {
        kind: bug.kind.clone(),
        function: bug.function.clone(),
        file: bug.file.clone(),
        line: bug.line,
        test: test_case::ktest_path(bug.test),
        confirmed: bug.confirmed,
    }
}

fn target_entry(target: &Target) -> TargetEntry {
    TargetEntry {
        id: target.id.clone(),
        file: target.file.clone(),
        line: target.line,
        status: target.status.to_string(),
        test: target.test.map(test_case::ktest_path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{CutReason, TargetStatus};
    use serde_json::Value;

    fn example() -> Summary {
        let mut results = Results::nothing_known();
        results.cuts.push(Cut { reason: CutReason::Depth, count: 3, place: "a.c:7 f".into() });
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
        });
        results.targets.push(Target {
            id: "t".into(),
            file: "a.c".into(),
            line: 1,
            status: TargetStatus::Reachable,
            test: Some(1),
        });
        Summary::new("a.c b.c", Interpolation::Off, &results)
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
            "bugs choices coverage cuts exhausted forks instructions interpolation paths peak_rss_mb program queries random \
             stop_reason targets tests time_s tool verdict version"
        );
        assert_eq!(keys(&json["cuts"][0]), "count reason where");
        assert_eq!(keys(&json["paths"]), "completed cut error infeasible subsumed");
        assert_eq!(keys(&json["queries"]), "asked calls layers mean_constraints sat solver time_s unknown unsat");
        assert_eq!(
            keys(&json["interpolation"]),
            "checks confirmations entries full half hits mode root_condition time_s unasked"
        );
        assert_eq!(keys(&json["coverage"]), "blocks branches growth lines");
        assert_eq!(keys(&json["coverage"]["lines"]), "covered total");
        assert_eq!(keys(&json["random"]), "runs time_s");
        assert_eq!(keys(&json["choices"]), "adopted deciding_s infeasible symbolic undecided");
        assert_eq!(keys(&json["bugs"][0]), "confirmed file function kind line test");
        assert_eq!(keys(&json["targets"][0]), "file id line status test");
        assert_eq!(json["verdict"], "unknown");
        assert_eq!(json["bugs"][0]["test"], "tests/test000002.ktest");
        assert_eq!(json["bugs"][0]["confirmed"], Value::Null);
    }

    #[test]
    fn a_summary_reads_back() {
        let summary = example();
        assert_eq!(serde_json::from_str::<Summary>(&summary.to_json()).unwrap(), summary);
    }
}
