//! The documents say what is so: the files, folders, headings, tests, sections and names they mention exist.
//!
//! Does not check figures, nor what a sentence claims.

#[path = "../limited/mod.rs"]
mod limited;
mod markdown;
mod mentions;
mod names;
mod papers;
mod repository;
mod tables;

/// Fails with a list of what is not there.
#[track_caller]
fn assert_none(missing: &[String]) {
    assert!(missing.is_empty(), "not there:\n  {}", missing.join("\n  "));
}
