//! `secateur lab` and `lab show`: what they print holds together.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

fn lab(folder: &Path, arguments: &[&str]) -> limited::Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg("lab").args(arguments).current_dir(folder);
    limited::run(&mut command, Duration::from_secs(120)).expect("it ends")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

const SMALL: &[&str] = &["--states", "3,5", "--models", "4", "--repeats", "20", "--seed", "7", "--threads", "2"];

#[test]
fn no_strategy_beats_the_optimal_one() {
    let folder = tempfile::tempdir().unwrap();
    let said = lab(folder.path(), &[SMALL, &["--json", "--plot", "lab.svg"]].concat());
    assert_eq!(said.status.code(), Some(0), "{}", said.stderr);
    let output: Value = serde_json::from_str(&said.stdout).expect("JSON");
    let columns = output["columns"].as_array().expect("columns");
    assert_eq!(columns.len(), 2);
    for row in columns.iter().flat_map(|column| column["rows"].as_array().expect("rows")) {
        // A mean of a few simulations may fall below the expected value, but not far.
        assert!(number(&row["ratio_of_means"]) > 0.7, "{row}");
    }
    assert_eq!((number(&output["models"]), number(&output["repeats"]), number(&output["seed"])), (4.0, 20.0, 7.0));
    let picture = std::fs::read_to_string(folder.path().join("lab.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    shown_elsewhere(folder.path(), &said.stdout, &picture);
    let text = lab(folder.path(), SMALL).stdout;
    for name in ["RT", "RCN", "RSS", "RPS", "DFS", "DART", "GS", "CGS", "SGS", "G"] {
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}:\n{text}");
    }
}

/// What was printed is drawn by `plot` and shown by `report`; other files are refused by name.
fn shown_elsewhere(folder: &Path, json: &str, picture: &str) {
    let secateur = |arguments: &[&str], status: i32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(folder);
        let said = limited::run(&mut command, Duration::from_secs(120)).expect("it ends");
        assert_eq!(said.status.code(), Some(status), "{arguments:?}: {}", said.stderr);
        said
    };
    std::fs::write(folder.join("lab.json"), json).unwrap();
    assert_eq!(secateur(&["plot", "lab.json"], 0).stdout, picture);
    std::fs::write(folder.join("a.c"), "int main(void) { return 0; }\n").unwrap();
    secateur(&["run", "a.c", "--out", "o"], 0);
    secateur(&["report", "o", "--lab", "lab.json"], 0);
    let page = std::fs::read_to_string(folder.join("o/report.html")).unwrap();
    assert!(page.contains("\"sizes\":[3,5]") && page.contains("chains of 5 states"), "a table and pictures");
    let both = secateur(&["plot", "o", "lab.json"], 0).stdout;
    assert!(both.contains("Blocks covered over time") && both.contains("chains of 3 states"));
    for arguments in [&["plot", "o/summary.json"][..], &["report", "o", "--lab", "o/summary.json"]] {
        let said = secateur(arguments, 2).stderr;
        assert!(
            said.lines().count() == 1 && said.contains("o/summary.json is not what `secateur lab --json`"),
            "{said}"
        );
    }
}

#[test]
fn a_seed_repeats_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let once = lab(folder.path(), &[SMALL, &["--json"]].concat()).stdout;
    assert_eq!(once, lab(folder.path(), &[SMALL, &["--json"]].concat()).stdout);
    let other: Vec<&str> = SMALL.iter().map(|&word| if word == "7" { "8" } else { word }).collect();
    assert_ne!(once, lab(folder.path(), &[&other[..], &["--json"]].concat()).stdout);
}

#[test]
fn sizes_that_cannot_be_solved_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for sizes in ["1", "1000", "many"] {
        let said = lab(folder.path(), &["--states", sizes]);
        assert_eq!(said.status.code(), Some(2), "{sizes}");
        assert_eq!(said.stderr.lines().count(), 1, "{}", said.stderr);
    }
}

/// A loop whose end needs a value that chance does not hit; every path passes the first block.
const PROGRAM: &str = "int nondet_int(void);\n\
    int main(void) {\n\
        int x = nondet_int(), y = nondet_int();\n\
        if (x == 1234567 && y == x * 3)\n\
            for (;;) {}\n\
        return 0;\n\
    }\n";

#[test]
fn the_chain_of_a_program() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("program.c"), PROGRAM).unwrap();
    let show = |more: &[&str]| {
        let random = ["show", "program.c", "--search", "random-testing", "--prior", "uniform", "--max-time", "300ms"];
        lab(folder.path(), &[&random[..], more].concat())
    };
    let said = show(&["--json"]);
    let chain: Value =
        serde_json::from_str(&said.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", said.stdout, said.stderr));
    let blocks = chain["blocks"].as_array().expect("blocks");
    assert!(number(&chain["random"]["runs"]) > 0.0 && number(&chain["random"]["reward"]) > 0.0);
    assert_eq!(blocks[0]["name"], "main:0");
    assert!(blocks[0]["where"].as_str().expect("a place").ends_with("program.c:3"), "{}", blocks[0]);
    let mut uncovered = 0;
    for block in blocks {
        uncovered += (number(&block["visits"]) == 0.0) as u32;
        let ways = block["ways"].as_array().expect("ways");
        let sum: f64 = ways.iter().map(|way| number(&way["probability"])).sum();
        assert!(ways.is_empty() || (sum - 1.0).abs() < 1e-9, "{block}");
        assert!(number(&block["reward"]) <= blocks.len() as f64 && number(&block["reward"]) >= 0.0, "{block}");
        assert!(number(&block["visits"]) > 0.0 || number(&block["reward"]) >= 1.0, "itself at least: {block}");
    }
    assert!(uncovered > 0 && uncovered < blocks.len() as u32);
    assert!(["path", "random"].contains(&chain["next"]["do"].as_str().expect("a choice")));
    let text = show(&[]).stdout;
    assert!(text.contains("main:0") && text.contains("\nnext: ") && text.contains("* not covered"), "{text}");
}
