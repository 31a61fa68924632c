//! Compiler options in the spelling of compilers.
//!
//! `-std=c11` is a single-dash option of several letters, which the parser would read as `-s -t -d ...`. It becomes
//! `--std=c11`. Everything after `--` belongs to the program under test and is left alone.

use std::ffi::OsString;

/// The arguments as the parser expects them.
pub fn for_clap(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut after_dashes = false;
    let rewrite = |argument: OsString| {
        after_dashes |= argument == "--";
        match argument.to_str().and_then(|text| text.strip_prefix("-std=")) {
            Some(standard) if !after_dashes => OsString::from(format!("--std={standard}")),
            _ => argument,
        }
    };
    arguments.into_iter().map(rewrite).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(arguments: &[&str]) -> Vec<OsString> {
        for_clap(arguments.iter().map(OsString::from))
    }

    #[test]
    fn only_the_compilers_std_is_rewritten() {
        let expected = ["secateur", "run", "a.c", "--std=gnu99", "-Iinc", "-O1"].map(OsString::from);
        assert_eq!(rewritten(&["secateur", "run", "a.c", "-std=gnu99", "-Iinc", "-O1"]), expected);
    }

    #[test]
    fn the_programs_own_arguments_are_left_alone() {
        let arguments = ["secateur", "run", "a.c", "--", "-std=c11"];
        assert_eq!(rewritten(&arguments), arguments.map(OsString::from));
    }
}
