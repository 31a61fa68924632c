//! What people see of runs: the page, pictures, comparisons, completions, manual pages. The page itself is tried in `browser.rs`.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use limited::Finished;
use serde_json::Value;
use tempfile::TempDir;

/// A bug, an input with fields, text that would end a script, and a branch that nothing takes.
const PROGRAM: &str = "struct point { int x; char name[4]; };\n\
    void klee_make_symbolic(void *, unsigned long, const char *);\n\
    int main(void) {\n\
        struct point p;\n\
        klee_make_symbolic(&p, sizeof p, \"p\");\n\
        const char *s = \"</script><script>alert(1)</script>\";\n\
        if (p.x == 7)\n\
            return 100 / (p.x - 7);\n\
        if (p.x > 5 && p.x < 4)\n\
            return 9;\n\
        return s[0] == p.name[0];\n\
    }\n";

const FIXED: &str = "int __VERIFIER_nondet_int(void);\n\
    int main(void) {\n\
        return __VERIFIER_nondet_int() == 7;\n\
    }\n";

struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, text) in files {
            std::fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).unwrap()
    }

    #[track_caller]
    fn secateur(&self, arguments: &[&str], status: i32) -> Finished {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        command.args(arguments).current_dir(self.0.path());
        let finished = limited::run(&mut command, Duration::from_secs(240)).expect("it ends");
        assert_eq!(finished.status.code(), Some(status), "{arguments:?}: {}{}", finished.stdout, finished.stderr);
        finished
    }
}

/// The facts in a page.
fn facts(page: &str) -> Value {
    let block = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    serde_json::from_str(block).unwrap()
}

#[test]
fn a_report_has_what_the_run_found() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    let finished = folder.secateur(&["run", "a.c", "--out", "o", "--report"], 10);
    assert!(finished.stdout.ends_with("next: open o/report.html\n"), "{}", finished.stdout);
    assert!(finished.stdout.contains("\nnext: secateur replay o/tests/test0"), "{}", finished.stdout);
    assert!(!finished.stdout.contains('\x1b'), "no colours where there is no terminal: {:?}", finished.stdout);

    let page = folder.text("o/report.html");
    assert_eq!(page.matches("<script").count(), 3, "the program's text ends no script");
    assert!(page.len() < 300_000, "{}", page.len());
    let facts = facts(&page);
    assert_eq!((&facts["verdict"], &facts["program"]), (&"unsafe".into(), &"a.c".into()));
    let bug = &facts["bugs"][0];
    assert_eq!(
        (&bug["kind"], &bug["line"], &bug["replay"]),
        (&"division-by-zero".into(), &8.into(), &"confirmed".into())
    );
    assert_eq!(bug["message"], "divide by zero");
    assert!(bug["native"].as_str().unwrap().contains("division by zero"), "{bug}");
    assert_eq!(bug["stack"][0]["function"], "main");
    let test = facts["tests"].as_array().unwrap().iter().find(|test| test["number"] == bug["test"]).unwrap();
    assert_eq!(test["inputs"][0]["value"], "{.x = 7, .name = \"\"}");
    assert_eq!(test["inputs"][0]["parts"][0], serde_json::json!({ "name": ".x", "value": "7" }));
    assert_eq!(facts["sentence"], "1 bug, confirmed on a native build.");
    assert_eq!(test["end"], "shows division-by-zero");

    // Every executed line is executed by a test, and the others by none.
    let file = &facts["files"][0];
    assert_eq!(file["shown"], "a.c");
    let executed = |line: &Value| line[1] == 1;
    for line in file["lines"].as_array().unwrap() {
        assert_eq!(executed(line), line[2].as_u64().unwrap() > 0, "{line}");
    }
    assert!(file["lines"].as_array().unwrap().iter().any(|line| line[0] == 10 && !executed(line)), "{file}");
    assert!(facts["tests"].as_array().unwrap().iter().any(|test| !test["first"].as_array().unwrap().is_empty()));
    assert!(page.contains("Blocks covered over time"), "a plot");

    // Written again, long after the run: the same page.
    assert_eq!(folder.secateur(&["report", "o"], 0).stdout, "o/report.html\n");
    assert_eq!(folder.text("o/report.html"), page);
    // Another run into the folder does not keep it.
    folder.secateur(&["run", "a.c", "--out", "o"], 10);
    assert!(!folder.path("o/report.html").exists());
}

#[test]
fn a_report_of_targets_names_each() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    folder.secateur(&["reach", "a.c", "--target", "a.c:10", "--target", "a.c:11", "--out", "o", "--report"], 0);
    let facts = facts(&folder.text("o/report.html"));
    let targets: Vec<&Value> = facts["targets"].as_array().unwrap().iter().map(|target| &target["status"]).collect();
    assert_eq!(targets, ["unreachable", "reachable"]);
    assert_eq!(facts["headline"], "decided");
    assert!(facts["sentence"].as_str().unwrap().starts_with("2 targets: 1 reachable, 1 unreachable"), "{facts}");
}

#[test]
fn a_source_that_is_gone_or_newer_is_said() {
    let folder = Folder::new(&[("a.c", FIXED)]);
    folder.secateur(&["run", "a.c", "--out", "o"], 0);
    std::thread::sleep(Duration::from_millis(20));
    std::fs::write(folder.path("a.c"), format!("\n{FIXED}")).unwrap();
    folder.secateur(&["report", "o"], 0);
    assert_eq!(facts(&folder.text("o/report.html"))["files"][0]["changed"], true);
    std::fs::remove_file(folder.path("a.c")).unwrap();
    folder.secateur(&["report", "o"], 0);
    assert_eq!(facts(&folder.text("o/report.html"))["files"][0]["source"], Value::Null);
}

#[test]
fn two_runs_are_compared() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    folder.secateur(&["run", "a.c", "--out", "old", "--max-tests", "1", "--confirm", "off"], 3);
    folder.secateur(&["run", "a.c", "--out", "new", "--confirm", "off"], 10);
    let text = folder.secateur(&["report", "old", "new"], 0).stdout;
    assert!(text.starts_with("verdict: unsafe, was unknown\nnew: a.c:8: division-by-zero (in main)\n"), "{text}");
    assert!(text.contains("a.c: lines gained 8"), "{text}");
    assert!(text.ends_with("bugs: 1 new, 0 no longer found, 0 the same\nnew/report.html\n"), "{text}");
    let changes: Value = serde_json::from_str(&folder.secateur(&["report", "new", "old", "--json"], 0).stdout).unwrap();
    assert_eq!(changes["bugs"]["gone"][0]["kind"], "division-by-zero");
    assert!(changes["files"][0]["lost"].as_str().unwrap().starts_with('8'), "{changes}");
    assert_eq!(facts(&folder.text("new/report.html"))["compared"]["verdict"]["old"], "unknown");

    // Of a file that was changed no line is compared.
    std::fs::write(folder.path("a.c"), FIXED).unwrap();
    folder.secateur(&["run", "a.c", "--out", "third"], 0);
    let text = folder.secateur(&["report", "new", "third"], 0).stdout;
    assert!(text.contains("no longer found: a.c:8: division-by-zero"), "{text}");
    assert!(text.contains("the file was changed in between"), "{text}");
}

#[test]
fn runs_are_drawn_alone_and_together() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    folder.secateur(&["run", "a.c", "--out", "one", "--confirm", "off"], 10);
    folder.secateur(&["run", "a.c", "--out", "two", "--confirm", "off", "--interpolation", "off"], 10);
    let picture = folder.secateur(&["plot", "one"], 0).stdout;
    assert!(picture.starts_with("<svg xmlns") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!(folder.secateur(&["plot", "one", "two", "--out", "both.svg"], 0).stdout, "");
    let both = folder.text("both.svg");
    assert!(both.contains("curve c1") && both.contains(">two</text>"), "{both}");
    let points = folder.json("one/timeline.json");
    let last = points.as_array().unwrap().last().unwrap();
    assert_eq!(last["bugs"], 1, "{points}");
}

#[test]
fn a_tree_is_recorded_when_it_is_asked_for() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    folder.secateur(&["run", "a.c", "--out", "plain", "--search", "dfs", "--confirm", "off"], 10);
    assert!(!folder.path("plain/tree.json").exists());
    assert!(folder.secateur(&["report", "plain", "--dot"], 2).stderr.contains("--record-tree"));

    folder.secateur(
        &["run", "a.c", "--out", "o", "--search", "dfs", "--confirm", "off", "--record-tree", "--report"],
        10,
    );
    let tree = folder.json("o/tree.json");
    let column = |name: &str| tree[name].as_array().unwrap();
    let fates: Vec<&str> =
        column("fate").iter().map(|fate| tree["fates"][fate.as_u64().unwrap() as usize].as_str().unwrap()).collect();
    assert_eq!(fates.iter().filter(|fate| **fate == "bug").count(), 1, "{fates:?}");
    assert!(fates.contains(&"completed") && !fates.contains(&"open"), "{fates:?}");
    let conditions = column("conditions");
    assert!(conditions.iter().any(|words| words == "p[0..4] == 7"), "{conditions:?}");
    // The same paths as without it.
    let (with, without) = (folder.json("o/summary.json"), folder.json("plain/summary.json"));
    assert_eq!((&with["paths"], &with["queries"]["asked"]), (&without["paths"], &without["queries"]["asked"]));
    let dot = folder.secateur(&["report", "o", "--dot"], 0).stdout;
    assert!(dot.starts_with("digraph tree {") && dot.contains("bug (test "), "{dot}");
    let shown = facts(&folder.text("o/report.html"));
    assert_eq!(shown["tree"]["nodes"], column("parent").len());
    assert!(folder.text("o/report.html").contains("id=\"tree-data\">H4sI"), "packed by gzip");
}

#[test]
fn recording_the_tree_changes_no_verdict_about_loops_without_end() {
    let lamp = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
            int waiting = 0;\n\
            for (;;) {\n\
                if (__VERIFIER_nondet_int()) waiting++;\n\
                if (waiting == 2) waiting = 0;\n\
                assert(waiting < 2);\n\
            }\n\
        }\n";
    let folder = Folder::new(&[("a.c", lamp)]);
    folder.secateur(&["run", "a.c", "--search", "dfs", "--out", "plain"], 0);
    folder.secateur(&["run", "a.c", "--search", "dfs", "--out", "o", "--record-tree"], 0);
    let (with, without) = (folder.json("o/summary.json"), folder.json("plain/summary.json"));
    assert_eq!((&with["paths"], &with["queries"]["asked"]), (&without["paths"], &without["queries"]["asked"]));
    // What was proved covers nodes, and no part of the tree taught it.
    let learnt = folder.json("o/tree.json")["learnt"].clone();
    let learnt = learnt.as_array().unwrap();
    assert!(!learnt.is_empty());
    assert!(learnt.iter().all(|known| known["by_induction"] == true && known["node"].is_null()), "{learnt:#?}");
    assert_eq!(with["interpolation"]["learnt"][0]["by_induction"], true);
}

#[test]
fn a_bug_that_a_proof_by_induction_meets_is_in_the_tree() {
    let counts = "int __VERIFIER_nondet_int(void);\n\
        void abort(void);\n\
        int main(void) {\n\
            int rounds = 0;\n\
            for (;;) {\n\
                if (__VERIFIER_nondet_int() == 7) rounds++;\n\
                if (rounds == 3) abort();\n\
            }\n\
        }\n";
    let folder = Folder::new(&[("a.c", counts)]);
    folder.secateur(
        &["run", "a.c", "--search", "dfs", "--max-paths", "200", "--out", "o", "--confirm", "off", "--record-tree"],
        10,
    );
    let (tree, summary) = (folder.json("o/tree.json"), folder.json("o/summary.json"));
    let test = number(&summary["bugs"][0]["test"]);
    let node = tree["test"].as_array().unwrap().iter().position(|of_node| *of_node == test).expect("its node");
    let conditions = |node: usize| tree["conditions"][tree["condition"][node].as_u64().unwrap() as usize].clone();
    assert_eq!(
        (&tree["line"][node], &tree["fates"][tree["fate"][node].as_u64().unwrap() as usize]),
        (&7.into(), &"bug".into())
    );
    assert!(conditions(node).as_str().is_some_and(|words| words.contains("== 7")), "{}", conditions(node));
}

/// Elements of a structure are filled, added up in a function, and checked; what was learnt behind each branch is about few of them.
const ITEMS: &str = "#include <assert.h>\n\
    #include <stdlib.h>\n\
    int __VERIFIER_nondet_int(void);\n\
    unsigned __VERIFIER_nondet_uint(void);\n\
    struct item { int kind; unsigned len; };\n\
    struct item items[3];\n\
    static unsigned add(const struct item *all, unsigned n) {\n\
        unsigned sum = 0;\n\
        for (unsigned i = 0; i < n; i++)\n\
            sum += all[i].kind == 7 ? 2 * all[i].len : all[i].len;\n\
        return sum;\n\
    }\n\
    int main(void) {\n\
        int *box = malloc(sizeof *box);\n\
        if (!box) return 1;\n\
        *box = __VERIFIER_nondet_int();\n\
        for (unsigned i = 0; i < 3; i++) {\n\
            items[i].kind = __VERIFIER_nondet_int();\n\
            unsigned len = __VERIFIER_nondet_uint();\n\
            items[i].len = len > 9 ? 9 : len;\n\
        }\n\
        unsigned total = add(items, 3);\n\
        if (*box > 5) *box = 5;\n\
        int k = __VERIFIER_nondet_int();\n\
        if (k < 0 || k > 2) k = 0;\n\
        if (items[k].len > 3) total++;\n\
        assert(total < LIMIT && *box < 6);\n\
        return 0;\n\
    }\n";

#[test]
fn where_local_variables_lie_is_not_said() {
    let sorts = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        int main(void) {\n\
            int a[3];\n\
            for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();\n\
            for (int i = 0; i < 2; i++)\n\
                for (int j = 0; j < 2 - i; j++)\n\
                    if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }\n\
            assert(a[0] <= a[1] && a[1] <= a[2]);\n\
            return 0;\n\
        }\n";
    let folder = Folder::new(&[("a.c", sorts)]);
    folder.secateur(&["run", "a.c", "--search", "dfs", "--out", "o"], 0);
    let learnt = folder.json("o/summary.json")["interpolation"]["learnt"].to_string();
    assert!(learnt.contains("a[0] <= a[1]") && !learnt.contains("a value"), "{learnt}");
}

#[test]
fn what_was_learnt_has_the_names_of_the_source() {
    let folder = Folder::new(&[("a.c", &ITEMS.replace("LIMIT", "100"))]);
    folder.secateur(&["run", "a.c", "--search", "dfs", "--out", "o", "--record-tree", "--report"], 0);
    let summary = folder.json("o/summary.json");
    let learning = &summary["interpolation"];
    let learnt = learning["learnt"].as_array().unwrap();
    let parts: Vec<&str> =
        learnt.iter().flat_map(|known| known["condition"].as_array().unwrap()).filter_map(Value::as_str).collect();
    for part in ["*box <= 5", "total <= 99", "box == (the object of line 14)"] {
        assert!(parts.contains(&part), "{part} in {parts:#?}");
    }
    assert!(parts.iter().any(|part| part.contains("items[k].len <= 3")), "{parts:#?}");
    assert!(!parts.iter().any(|part| part.contains('%') || part.contains("0x")), "no registers: {parts:#?}");

    // Extra paths are those behind skipped states, and grow with them.
    let (extra, skipped) = (learning["extra_paths"].as_u64().unwrap(), summary["paths"]["subsumed"].as_u64().unwrap());
    assert!(extra > skipped && skipped > 0, "{extra} {skipped}");
    let growth = learning["growth"].as_array().unwrap();
    assert_eq!(
        growth.last().map(|at| (at["skipped"].as_u64(), at["extra_paths"].as_u64())),
        Some((Some(skipped), Some(extra)))
    );
    let page = folder.text("o/report.html");
    assert!(page.contains("Share of paths skipped over time") && page.contains("extra path coverage"));

    // Every skipped node of the tree names what covers it, and where that was learnt.
    let tree = folder.json("o/tree.json");
    let is_skipped = |fate: &Value| tree["fates"][fate.as_u64().unwrap() as usize] == "skipped";
    let covered = tree["fate"].as_array().unwrap().iter().zip(tree["covered"].as_array().unwrap());
    assert!(covered.clone().all(|(fate, covered)| is_skipped(fate) == (covered.as_u64() > Some(0))));
    assert_eq!(covered.filter(|(fate, _)| is_skipped(fate)).count() as u64, skipped);
    let by_tree = |known: &Value| known["node"].is_u64() && known["by_induction"] == false;
    assert!(tree["learnt"].as_array().unwrap().iter().all(by_tree), "{}", tree["learnt"]);
}

#[test]
fn values_on_the_way_are_those_of_the_moment() {
    let counts = "#include <assert.h>\n\
        int __VERIFIER_nondet_int(void);\n\
        static int used, table[4];\n\
        static void add(int x) {\n\
            table[used] = x;\n\
            used++;\n\
        }\n\
        int main(void) {\n\
            for (int i = 0; i < 3; i++)\n\
                add(__VERIFIER_nondet_int());\n\
            assert(table[2] != 7);\n\
            return 0;\n\
        }\n";
    let folder = Folder::new(&[("a.c", counts)]);
    folder.secateur(&["run", "a.c", "--out", "o", "--confirm", "off"], 10);
    let paths = folder.json("o/test-paths.json");
    let steps = paths["paths"][0]["steps"].as_array().unwrap();
    let used = |line: u64| -> Vec<&str> {
        let there = steps.iter().filter(|step| step["line"] == line);
        let values = there.flat_map(|step| step["values"].as_array().unwrap());
        values.filter(|value| value[0] == "used").map(|value| value[1].as_str().unwrap()).collect()
    };
    assert_eq!((used(5), used(6)), (vec!["0", "1", "2"], vec!["1", "2", "3"]), "{steps:#?}");
    let stored: Vec<&Value> = steps.iter().flat_map(|step| step["values"].as_array().unwrap()).collect();
    assert!(stored.contains(&&serde_json::json!(["table[2]", "7"])), "{steps:#?}");
}

#[test]
fn the_way_to_a_bug_has_its_values() {
    let folder = Folder::new(&[("a.c", &ITEMS.replace("LIMIT", "28"))]);
    folder.secateur(&["run", "a.c", "--out", "o", "--confirm", "off", "--report"], 10);
    let summary = folder.json("o/summary.json");
    let test = number(&summary["bugs"][0]["test"]);
    let paths = facts(&folder.text("o/report.html"))["paths"].clone();
    let path = paths.as_array().unwrap().iter().find(|path| path["test"] == test).expect("the path of the bug");
    let steps = path["steps"].as_array().unwrap();
    let value = |step: &Value, name: &str| {
        let all = step["values"].as_array().unwrap();
        all.iter().find(|value| value[0] == name).map(|value| value[1].as_str().unwrap().to_owned())
    };
    let last = steps.last().unwrap();
    assert_eq!(last["line"], 27, "{last}");
    let total: u32 = value(last, "total").unwrap().parse().unwrap();
    assert!(total >= 28, "{last}");
    assert!(
        steps
            .iter()
            .any(|step| step["function"] == "add" && step["depth"] == 1 && value(step, "items[2].len").is_some())
    );
    assert!(steps.iter().any(|step| value(step, "all").as_deref() == Some("&items[0]")), "{steps:#?}");
    assert!(steps.iter().any(|step| value(step, "*box").is_some()), "{steps:#?}");
}

/// The number in the name of a test.
fn number(file: &Value) -> u64 {
    let digits: String = file.as_str().unwrap().chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn what_is_no_run_is_said_in_one_line() {
    let folder = Folder::new(&[("a.c", FIXED)]);
    folder.secateur(&["run", "a.c", "--out", "good"], 0);
    std::fs::create_dir(folder.path("empty")).unwrap();
    std::fs::create_dir(folder.path("broken")).unwrap();
    std::fs::copy(folder.path("good/run.json"), folder.path("broken/run.json")).unwrap();
    std::fs::write(folder.path("broken/summary.json"), "{\"tool\": 1").unwrap();
    let wrong: [&[&str]; 8] = [
        &["report", "nowhere"],
        &["report", "empty"],
        &["report", "broken"],
        &["report", "good", "empty"],
        &["report", "good", "--json"],
        &["plot", "nowhere"],
        &["plot", "good", "broken"],
        &["plot", "good", "--out", "no/such/folder.svg"],
    ];
    for arguments in wrong {
        let finished = folder.secateur(arguments, 2);
        assert_eq!((finished.stderr.lines().count(), finished.stdout.as_str()), (1, ""), "{}", finished.stderr);
        let named = arguments.iter().any(|word| !word.starts_with('-') && finished.stderr.contains(word));
        assert!(named || arguments.contains(&"--json"), "{arguments:?}: {}", finished.stderr);
    }
}

#[test]
fn files_of_a_run_that_were_damaged_do_no_harm() {
    let folder = Folder::new(&[("a.c", PROGRAM)]);
    folder.secateur(&["run", "a.c", "--out", "o", "--confirm", "off"], 10);
    let damaged =
        ["test-lines.json", "timeline.json", "coverage.info", "tests/test000001.ktest", "tests/test000001.json"];
    for name in damaged {
        std::fs::write(folder.path("o").join(name), [0xff, b'{', 0, b'"', 0xc3]).unwrap();
    }
    let finished = folder.secateur(&["report", "o"], 0);
    for name in ["test-lines.json", "timeline.json"] {
        let said = format!("o/{name}: damaged, and left out of the page");
        assert!(finished.stderr.contains(&said), "{}", finished.stderr);
    }
    assert_eq!(facts(&folder.text("o/report.html"))["verdict"], "unsafe");
}

#[test]
fn a_terminal_gets_colours_unless_somebody_objects() {
    let folder = Folder::new(&[("a.c", FIXED)]);
    let shown = |variables: &str| {
        let line = format!("{variables} {} run a.c --out o", env!("CARGO_BIN_EXE_secateur"));
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).current_dir(folder.0.path()).env_remove("NO_COLOR");
        limited::run(&mut command, Duration::from_secs(120)).expect("it ends").stdout
    };
    assert!(shown("TERM=xterm").contains("\x1b[1;32msafe\x1b[0m: every path"));
    let plain = shown("TERM=xterm NO_COLOR=1");
    assert!(plain.contains("safe: every path") && !plain.contains("\x1b[1;32m"), "{plain:?}");
}

#[test]
fn shells_and_man_find_every_verb() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.secateur(&["completions", shell], 0).stdout;
        assert!(["replay", "report", "max-time"].iter().all(|word| script.contains(word)), "{shell}");
        if shell == "bash" {
            std::fs::write(folder.path("complete"), script).unwrap();
            let ask = "source ./complete; COMP_WORDS=(secateur rep); COMP_CWORD=1; _secateur secateur rep secateur; echo ${COMPREPLY[@]}";
            let finished = limited::run(
                Command::new("bash").args(["-c", ask]).current_dir(folder.0.path()),
                Duration::from_secs(60),
            );
            assert_eq!(finished.expect("it ends").stdout, "replay report\n");
        }
    }
    folder.secateur(&["man", "pages"], 0);
    let page = |name: &str| folder.text(&format!("pages/{name}"));
    assert!(page("secateur.1").contains("secateur\\-run(1)") && page("secateur-run.1").contains("\\-\\-max\\-time"));
    assert_eq!(folder.secateur(&["man", "/dev/null/x"], 2).stderr.lines().count(), 1);
    assert!(Path::new(&folder.path("pages/secateur-plot.1")).exists());
}
