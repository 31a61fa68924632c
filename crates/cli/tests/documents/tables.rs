//! Tables that list what is in the repository list all of it.

use crate::markdown::first_column;
use crate::repository::Repository;

#[test]
fn the_table_of_test_folders_lists_them_all() {
    let repository = Repository::open();
    let document = repository.read("tests/README.md");
    let mut listed = first_column(&document, "| folder | programs |");
    listed.sort_unstable();
    assert_eq!(listed, repository.folders("tests/c/"), "in tests/README.md, and in tests/c");
}

#[test]
fn the_table_of_crates_is_the_workspace_in_its_order() {
    let repository = Repository::open();
    let manifest = repository.read("Cargo.toml");
    let members = manifest.lines().filter_map(|line| line.trim().strip_prefix("\"crates/")?.strip_suffix("\","));
    let architecture = repository.read("docs/architecture.md");
    let rows = first_column(&architecture, "| crate |");
    assert_eq!(rows, members.collect::<Vec<_>>(), "in docs/architecture.md, and in Cargo.toml");
}
