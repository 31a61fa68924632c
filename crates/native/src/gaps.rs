//! Lines that `llvm-cov` takes for not executed though they are.
//!
//! Between two statements it has gaps, regions without code, whose count need not be that of what follows. A line that begins
//! in a gap has the gap's count there, unless a region begins on it. Where one only goes on, as behind a block that ends with a
//! `switch`, it is that region's count that says whether the line was executed.

use std::collections::BTreeMap;

use report::lcov::Lines;
use serde::Deserialize;

/// What is read of `llvm-cov export -format=text`.
#[derive(Deserialize)]
struct Export {
    data: Vec<Data>,
}

#[derive(Deserialize)]
struct Data {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    filename: String,
    segments: Vec<Segment>,
}

/// Where the count changes: line, column, count, whether it has one, whether a region begins, whether that is a gap.
type Segment = (u32, u32, u64, bool, bool, bool);

/// The executed lines behind gaps. What is not understood has none.
pub(crate) fn executed_behind(export: &str) -> Lines {
    let Ok(export) = serde_json::from_str::<Export>(export) else { return Lines::new() };
    let files = export.data.into_iter().flat_map(|data| data.files);
    files.map(|file| (file.filename, behind_gaps(&file.segments))).collect()
}

fn behind_gaps(segments: &[Segment]) -> BTreeMap<u32, bool> {
    let pairs = segments.windows(2).map(|pair| (&pair[0], &pair[1]));
    let goes_on = |(before, after): &(&Segment, &Segment)| {
        let &&(line_before, _, _, _, _, is_gap) = before;
        let &&(line, _, count, has_count, begins, is_gap_too) = after;
        line_before < line && is_gap && has_count && !begins && !is_gap_too && count > 0
    };
    pairs.filter(goes_on).map(|(_, after)| (after.0, true)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_that_goes_on_behind_a_gap_has_its_own_count() {
        let export = r#"{"data": [{"files": [{"filename": "a.c", "segments": [
            [17, 9, 1, true, true, false], [18, 6, 0, true, false, true], [20, 5, 1, true, false, false],
            [20, 16, 0, true, false, true], [21, 5, 1, true, true, false], [25, 6, 0, true, false, true],
            [27, 5, 0, true, false, false], [29, 5, 0, true, true, false], [30, 9, 1, true, false, false]
        ]}]}]}"#;
        assert_eq!(executed_behind(export), Lines::from([("a.c".to_owned(), BTreeMap::from([(20, true)]))]));
        assert_eq!(executed_behind("?"), Lines::new());
    }
}
