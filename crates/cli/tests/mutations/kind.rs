//! The kinds of files that are damaged, and how the tool gets each.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;

use crate::originals::Originals;
use crate::random::Random;
use crate::{SECATEUR, end};

/// One second is enough to get behind the reading.
const LIMITS: &[&str] = &["--max-time", "1s", "--max-memory", "1GB", "--confirm", "off", "--quiet", "--out", "out"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    C,
    Bitcode,
    /// LLVM's text.
    Text,
    /// Tests to be replayed.
    KTest,
    Xml,
    /// What a replay knows of the run.
    RunJson,
    /// Tests to start from.
    KTestSeed,
    XmlSeed,
    SmtLib,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::C,
        Kind::Bitcode,
        Kind::Text,
        Kind::KTest,
        Kind::Xml,
        Kind::RunJson,
        Kind::KTestSeed,
        Kind::XmlSeed,
        Kind::SmtLib,
    ];

    /// Native replays take longer than runs.
    pub fn is_replayed(self) -> bool {
        matches!(self, Kind::KTest | Kind::Xml | Kind::RunJson)
    }

    pub fn is_text(self) -> bool {
        match self {
            Kind::C | Kind::Text | Kind::Xml | Kind::RunJson | Kind::XmlSeed | Kind::SmtLib => true,
            Kind::Bitcode | Kind::KTest | Kind::KTestSeed => false,
        }
    }

    /// Puts an undamaged file into the folder. Its path, and the command that reads it.
    pub fn prepare(
        self,
        folder: &Path,
        originals: &Originals,
        random: &mut Random,
    ) -> Result<(PathBuf, Command), Failed> {
        let mut command = Command::new(SECATEUR);
        command.current_dir(folder);
        let path = match self {
            Kind::C | Kind::Bitcode | Kind::Text => {
                let (path, program) = self.program(folder, originals, random)?;
                let include = format!("-I{}", program.parent().unwrap_or(&program).display());
                command.arg("run").arg(&path).args(LIMITS).arg("--clang-arg").arg(include);
                path
            }
            Kind::KTest | Kind::Xml | Kind::RunJson => {
                let (run, test) = originals.any_run(random);
                let (tests, ending) = if self == Kind::Xml { ("test-suite", "xml") } else { ("tests", "ktest") };
                let test = format!("{tests}/{test}.{ending}");
                std::fs::create_dir_all(folder.join("out").join(tests))?;
                let metadata = (self == Kind::Xml).then_some("test-suite/metadata.xml");
                for file in ["run.json", "summary.json", &test].into_iter().chain(metadata) {
                    std::fs::copy(run.join(file), folder.join("out").join(file))?;
                }
                command.arg("replay").arg(if self == Kind::Xml { "out/test-suite" } else { "out" });
                folder.join("out").join(if self == Kind::RunJson { "run.json" } else { &test })
            }
            Kind::KTestSeed | Kind::XmlSeed => {
                let (run, test) = originals.any_run(random);
                let name = if self == Kind::XmlSeed { format!("{test}.xml") } else { format!("{test}.ktest") };
                let from = if self == Kind::XmlSeed { "test-suite" } else { "tests" };
                std::fs::copy(run.join(from).join(&name), folder.join(&name))?;
                command.arg("run").arg(originals.program_of(run)).args(LIMITS).arg("--seed-file").arg(&name);
                command.args(originals.options_of(run));
                folder.join(&name)
            }
            Kind::SmtLib => {
                let path = folder.join("damaged.smt2");
                std::fs::copy(originals.any_query(random), &path)?;
                command.args(["solve", "--max-solver-time", "1s"]).arg(&path);
                path
            }
        };
        Ok((path, command))
    }

    /// A program as C, as bitcode or as LLVM's text; and the file it was made from.
    fn program(self, folder: &Path, originals: &Originals, random: &mut Random) -> Result<(PathBuf, PathBuf), Failed> {
        let mut program = originals.any_program(random);
        // Optimised code has other instructions in it.
        let level = if random.chance(30) { "-O1" } else { "-O0" };
        let (name, how) = match self {
            Kind::Bitcode => ("damaged.bc", "-c"),
            Kind::Text => ("damaged.ll", "-S"),
            _ => {
                let path = folder.join("damaged.c");
                std::fs::copy(program, &path)?;
                return Ok((path, program.to_owned()));
            }
        };
        let path = folder.join(name);
        // Some programs want options.
        while !compile(program, &path, &[how, level])? {
            program = originals.any_program(random);
        }
        Ok((path, program.to_owned()))
    }
}

fn compile(program: &Path, to: &Path, how: &[&str]) -> Result<bool, Failed> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let mut clang = Command::new("clang-19");
    clang.args(["-g", "-w", "-emit-llvm", "-I"]).arg(include).args(how).arg("-o").arg(to).arg(program);
    Ok(end(&mut clang)?.status.success())
}
