//! A test as files: their names, and one module for each format.

pub mod json;
pub mod ktest;

/// The name all files of a test share, as KLEE writes it: `test000001`.
pub fn stem(number: u64) -> String {
    format!("test{number:06}")
}

/// The test's `.ktest` file as seen from the output directory.
pub fn ktest_path(number: u64) -> String {
    format!("tests/{}.ktest", stem(number))
}

/// The file that describes the bug a test shows: `test000001.division-by-zero.err`.
pub fn error_file(number: u64, kind: &str) -> String {
    let kind: String = kind.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{}.{kind}.err", stem(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_like_numbers_and_stay_inside_their_folder() {
        assert_eq!(stem(1), "test000001");
        assert_eq!(stem(1_234_567), "test1234567");
        assert_eq!(error_file(3, "../x"), "test000003.---x.err");
    }
}
