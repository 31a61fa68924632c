//! Undamaged files to start from: the programs of the repository, and the tests and queries of three runs, which are made
//! once.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::random::Random;
use crate::{SECATEUR, end};

/// Programs with inputs of every kind, and the options they are run with.
const RUNS: &[(&str, &[&str])] = &[
    ("int klee_int(const char *); int main(void) { int x = klee_int(\"x\"); return x > 7 ? 10 / (x - 9) : 1; }\n", &[]),
    (
        "#include <stdio.h>\n#include <stdlib.h>\nfloat __VERIFIER_nondet_float(void);\n\
         int main(int argc, char **argv) {\n  int c = getchar();\n  if (argc > 1 && argv[1][0] == 'x') c++;\n  \
         if (__VERIFIER_nondet_float() > 2.5f) c += 2;\n  if (c == 'b') abort();\n  return 0;\n}\n",
        &["--sym-args", "0", "2", "2", "--sym-stdin", "3"],
    ),
    (
        "#include <stdio.h>\nint main(void) {\n  char text[4] = {0};\n  FILE *file = fopen(\"A\", \"r\");\n  \
         if (!file || fread(text, 1, 3, file) != 3) return 1;\n  return text[0] == 'x' && text[1] * text[2] == 99;\n}\n",
        &["--sym-files", "1", "4"],
    ),
];

pub struct Originals {
    programs: Vec<PathBuf>,
    /// Output folders, in the order of `RUNS`.
    runs: Vec<PathBuf>,
    queries: Vec<PathBuf>,
    /// Where the runs are, until the end of this process.
    _folder: TempDir,
}

impl Originals {
    pub fn new() -> Originals {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut runs = Vec::new();
        for (number, (text, options)) in RUNS.iter().enumerate() {
            let run = folder.path().join(number.to_string());
            std::fs::create_dir(&run).expect("a folder");
            std::fs::write(run.join("p.c"), text).expect("a program");
            let mut command = Command::new(SECATEUR);
            command.args(["run", "p.c", "--out", "out", "--quiet", "--confirm", "off", "--write-xml-tests"]);
            command.args(["--tests", "all", "--interpolation", "off", "--solver-layers", "none"]);
            command.args(["--write-queries", "queries"]).args(*options).current_dir(&run);
            end(&mut command).unwrap_or_else(|error| panic!("{error:?}"));
            runs.push(run.join("out"));
        }
        let queries = runs.iter().flat_map(|run| files(&run.with_file_name("queries"), "smt2")).collect();
        Originals { programs: programs(), runs, queries, _folder: folder }
    }

    pub fn any_program(&self, random: &mut Random) -> &Path {
        random.pick(&self.programs).as_path()
    }

    /// The output folder of a run, and the name of one of its tests without its ending.
    pub fn any_run(&self, random: &mut Random) -> (&Path, String) {
        let run = random.pick(&self.runs);
        let tests = files(&run.join("tests"), "ktest");
        let test = random.pick(&tests).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (run, test)
    }

    pub fn program_of(&self, run: &Path) -> PathBuf {
        run.with_file_name("p.c")
    }

    pub fn options_of(&self, run: &Path) -> &'static [&'static str] {
        let number = self.runs.iter().position(|one| one == run).unwrap_or(0);
        RUNS[number].1
    }

    pub fn any_query(&self, random: &mut Random) -> &Path {
        random.pick(&self.queries).as_path()
    }
}

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["api", "check", "flow", "input", "inst", "memory", "paths", "pruning"];
    let folders = folders.iter().map(|name| root.join("tests/c").join(name)).chain([root.join("examples")]);
    folders.flat_map(|folder| files(&folder, "c")).collect()
}

/// In an order that does not depend on the file system.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|file| file.extension().is_some_and(|end| end == ending));
    found.sort();
    found
}
