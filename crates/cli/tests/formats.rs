//! Our files in the hands of the programs they are for: TestCov, lcov, a YAML reader, a schema of SARIF.
//!
//! `scripts/setup test` installs these into `target/checkers`. A test whose checker is not there is left out, and says
//! what is missing.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use tempfile::TempDir;

/// Inputs of all types, and an error that needs all of them.
const PROGRAM: &str = r#"
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern short __VERIFIER_nondet_short(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
void reach_error(void) {}
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char u = __VERIFIER_nondet_uchar();
    char c = __VERIFIER_nondet_char();
    _Bool b = __VERIFIER_nondet_bool();
    unsigned long l = __VERIFIER_nondet_ulong();
    long long s = __VERIFIER_nondet_longlong();
    short h = __VERIFIER_nondet_short();
    float f = __VERIFIER_nondet_float();
    double d = __VERIFIER_nondet_double();
    if (x == -2147483647 && u == 255) {
        if (c == -3 && b) {
            if (l == 18446744073709551615ul && s == -9) {
                if (h == -32768) {
                    if (f == 0.1f) {
                        if (d == 1e-300) {
                            reach_error();
                        }
                    }
                }
            }
        }
    }
    return 0;
}
"#;

const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
const ERROR: &str = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";

fn main() {
    let arguments = Arguments::from_args();
    let trials = vec![
        Trial::ignorable_test("TestCov covers every branch with our suite", || testcov(BRANCHES, "Result: DONE")),
        Trial::ignorable_test("TestCov reaches the error with our suite", || testcov(ERROR, "Result: TRUE")),
        Trial::ignorable_test("SARIF keeps to its schema", sarif),
        Trial::ignorable_test("a witness is YAML with the fields of format 2.0", witness),
        Trial::ignorable_test("lcov reads coverage.info", lcov),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// A folder with the program and what a run of it left in `out`.
fn explored() -> Result<TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("p.c"), PROGRAM)?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "p.c", "--out", "out", "--quiet", "--write-xml-tests", "--witness"]);
    let finished = finish(command.current_dir(folder.path()))?;
    if finished.status.code() != Some(10) {
        return Err(format!("{}{}", finished.stdout, finished.stderr).into());
    }
    Ok(folder)
}

fn finish(command: &mut Command) -> Result<limited::Finished, Failed> {
    limited::run(command, Duration::from_secs(300)).ok_or_else(|| format!("{command:?} does not end").into())
}

/// A file of `target/checkers`.
fn checker(name: &str) -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
    Some(target.join("checkers").join(name)).filter(|path| path.exists())
}

fn missing(what: &str) -> Result<Completion, Failed> {
    Ok(Completion::ignored_with(format!("{what} is not there: scripts/setup test installs it")))
}

fn testcov(goal: &str, result: &str) -> Result<Completion, Failed> {
    let (Some(testcov), Some(bin)) = (checker("bin/testcov"), checker("bin")) else { return missing("TestCov") };
    let folder = explored()?;
    std::fs::write(folder.path().join("goal.prp"), goal)?;
    let files: Vec<PathBuf> =
        folder.path().join("out/test-suite").read_dir()?.flatten().map(|entry| entry.path()).collect();
    let zipped = finish(
        Command::new("python3").args(["-m", "zipfile", "-c", "suite.zip"]).args(&files).current_dir(folder.path()),
    )?;
    if !zipped.status.success() {
        return Err(zipped.stderr.into());
    }
    let mut command = Command::new(testcov);
    // It starts clang-tidy by name.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path)))?;
    command.args(["--no-isolation", "--no-plots", "-64", "--goal", "goal.prp", "--test-suite", "suite.zip", "p.c"]);
    let finished = finish(command.env("PATH", path).current_dir(folder.path()))?;
    let said = &finished.stdout;
    if said.contains("Coverage: 100.0%") && said.contains(result) {
        Ok(Completion::Completed)
    } else {
        Err(format!("{said}{}", finished.stderr).into())
    }
}

/// Python code that fails on a bad file; `file` is its name.
fn python(code: &str, file: &str) -> Result<Completion, Failed> {
    let (Some(python), Some(_)) = (checker("bin/python3"), checker("complete")) else {
        return missing("a Python with the checkers");
    };
    let folder = explored()?;
    let finished = finish(Command::new(python).args(["-c", code, file]).current_dir(folder.path()))?;
    if finished.status.success() { Ok(Completion::Completed) } else { Err(finished.stderr.into()) }
}

fn sarif() -> Result<Completion, Failed> {
    let Some(schema) = checker("sarif-2.1.0.json") else { return missing("the schema of SARIF") };
    let code = format!(
        "import json, jsonschema, sys\n\
         report = json.load(open(sys.argv[1]))\n\
         assert report['runs'][0]['results'], 'no result'\n\
         jsonschema.validate(report, json.load(open({:?})))",
        schema.to_string_lossy()
    );
    python(&code, "out/bugs.sarif")
}

fn witness() -> Result<Completion, Failed> {
    let code = "import sys, yaml\n\
        entry, = yaml.safe_load(open(sys.argv[1]))\n\
        assert entry['entry_type'] == 'violation_sequence', entry\n\
        metadata = entry['metadata']\n\
        assert {'format_version', 'uuid', 'creation_time', 'producer', 'task'} <= metadata.keys(), metadata\n\
        task = metadata['task']\n\
        assert set(task['input_files']) == set(task['input_file_hashes']) == {'p.c'}, task\n\
        assert task['data_model'] == 'LP64' and task['language'] == 'C', task\n\
        waypoint = entry['content'][-1]['segment'][-1]['waypoint']\n\
        assert waypoint['type'] == 'target' and waypoint['action'] == 'follow', waypoint\n\
        assert waypoint['location']['line'] == 28 and waypoint['location']['file_name'] == 'p.c', waypoint";
    python(code, "out/witness.yml")
}

fn lcov() -> Result<Completion, Failed> {
    let folder = explored()?;
    let mut command = Command::new("lcov");
    if command.arg("--version").output().is_err() {
        return missing("lcov");
    }
    let mut command = Command::new("lcov");
    let finished = finish(
        command.args(["--rc", "lcov_branch_coverage=1", "--summary", "out/coverage.info"]).current_dir(folder.path()),
    )?;
    let said = format!("{}{}", finished.stdout, finished.stderr);
    // Everything but the body of reach_error, which is replaced.
    if finished.status.success() && said.contains("lines......: 9") && said.contains("branches...: 100.0%") {
        Ok(Completion::Completed)
    } else {
        Err(said.into())
    }
}
