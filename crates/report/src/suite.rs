//! `metadata.xml` of a Test-Comp suite: what the tests were made for. All eight fields are required.

use std::io;
use std::path::Path;

use crate::digest;
use crate::test_case::xml;

pub const FILE: &str = "metadata.xml";

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
    <!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
    \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n";
/// What the tests of a run are for: every branch.
const SPECIFICATION: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

/// The text of the file. `program` is the first file of the program, which is hashed.
pub fn metadata(program: &Path, entry: &str) -> io::Result<String> {
    let hash = digest::of_file(program)?;
    let producer = format!("secateur {}", env!("CARGO_PKG_VERSION"));
    let (program, time) = (program.to_string_lossy(), digest::now());
    let specification = SPECIFICATION.replace("main", entry);
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", &producer),
        ("specification", &specification),
        ("programfile", &program),
        ("programhash", &hash),
        ("entryfunction", entry),
        ("architecture", "64bit"),
        ("creationtime", &time),
    ];
    let lines: String =
        fields.iter().map(|(name, value)| format!("  <{name}>{}</{name}>\n", xml::escaped(value))).collect();
    Ok(format!("{HEAD}<test-metadata>\n{lines}</test-metadata>\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_required_field_is_there_and_names_are_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a & b.c");
        std::fs::write(&program, "int main(void) {}").unwrap();
        let text = metadata(&program, "main").unwrap();
        for field in ["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction"] {
            assert!(text.contains(&format!("<{field}>")), "{field}: {text}");
        }
        assert!(text.contains("<architecture>64bit</architecture>") && text.contains("Z</creationtime>"), "{text}");
        let name = program.to_string_lossy().replace('&', "&amp;");
        assert!(text.contains(&format!("<programfile>{name}</programfile>")), "{text}");
    }
}
