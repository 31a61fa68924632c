//! Writes a test into the output directory, in every format asked for.

use engine::results::{Bug, TestCase};

use super::harness::CProgram;
use super::ktest::KTest;
use super::{FOLDER, SUITE, TestFormat, error_file, harness, json, raw, stem, xml};
use crate::human;
use crate::out_dir::{OutDir, OutError};

/// The kind of bug that Test-Comp asks for.
const ERROR_CALL: &str = "error-call";

/// What all tests of a run share, and how this one is started.
pub(crate) struct Context<'run> {
    pub formats: &'run [TestFormat],
    /// The program's files, separated by spaces.
    pub program: &'run str,
    /// The command line, where there is one to tell.
    pub run: Option<&'run str>,
    /// Name of the function the run starts in.
    pub entry: &'run str,
    pub c_program: &'run CProgram,
}

/// `bug` is what the test shows; it has a file of its own. The result is why some file may not show it.
pub(crate) fn write(
    out: &OutDir,
    context: &Context<'_>,
    test: &TestCase,
    bug: Option<&Bug>,
) -> Result<Vec<String>, OutError> {
    let Context { formats, program, run, entry, c_program } = *context;
    let mut missing = Vec::new();
    let stem = stem(test.number);
    let kind = bug.map(|bug| bug.kind.as_str());
    for format in formats {
        match format {
            // Always written, see below.
            TestFormat::Ktest => {}
            TestFormat::Json => {
                let text = json::to_string(program, test, kind, run);
                out.write_test(&format!("{stem}.json"), text.as_bytes())?;
            }
            TestFormat::Xml => {
                let text = xml::to_string(test, kind == Some(ERROR_CALL));
                out.replace(&format!("{SUITE}/{stem}.xml"), text.as_bytes())?;
            }
            TestFormat::C => {
                let name = format!("{stem}.c");
                let path = out.path().join(FOLDER).join(&name);
                let (text, lacks) = harness::to_string(c_program, &path.to_string_lossy(), test, bug);
                missing.extend(lacks);
                out.write_test(&name, text.as_bytes())?;
            }
            TestFormat::Raw => {
                for (folder, bytes) in raw::streams(test, entry) {
                    let folder = format!("{}/{folder}", raw::FOLDER);
                    out.make_folder(&format!("{FOLDER}/{folder}"))?;
                    out.write_test(&format!("{folder}/{stem}"), &bytes)?;
                }
            }
        }
    }
    if let Some(bug) = bug {
        let text = human::error_file(bug, &test.inputs, run);
        out.write_test(&error_file(test.number, &bug.kind), text.as_bytes())?;
    }
    // Last, because scripts look for this one.
    out.write_test(&format!("{stem}.ktest"), &KTest::from_test(program, test).to_bytes())?;
    Ok(missing)
}
