//! Writes a test into the output directory, in every format asked for.

use engine::results::{Bug, TestCase};

use super::ktest::KTest;
use super::{SUITE, TestFormat, error_file, harness, json, stem, xml};
use crate::human;
use crate::out_dir::{OutDir, OutError};

/// The kind of bug that Test-Comp asks for.
const ERROR_CALL: &str = "error-call";

/// `bug` is what the test shows; it has a file of its own.
pub(crate) fn write(
    out: &OutDir,
    formats: &[TestFormat],
    program: &str,
    test: &TestCase,
    bug: Option<&Bug>,
) -> Result<(), OutError> {
    let stem = stem(test.number);
    let kind = bug.map(|bug| bug.kind.as_str());
    for format in formats {
        match format {
            // Always written, see below.
            TestFormat::Ktest => {}
            TestFormat::Json => {
                let text = json::to_string(program, test, kind);
                out.write_test(&format!("{stem}.json"), text.as_bytes())?;
            }
            TestFormat::Xml => {
                let text = xml::to_string(test, kind == Some(ERROR_CALL));
                out.replace(&format!("{SUITE}/{stem}.xml"), text.as_bytes())?;
            }
            TestFormat::C => {
                let text = harness::to_string(program, test);
                out.write_test(&format!("{stem}.c"), text.as_bytes())?;
            }
        }
    }
    if let Some(bug) = bug {
        let text = human::error_file(bug, &test.inputs);
        out.write_test(&error_file(test.number, &bug.kind), text.as_bytes())?;
    }
    // Last, because scripts look for this one.
    out.write_test(&format!("{stem}.ktest"), &KTest::from_test(program, test).to_bytes())
}
