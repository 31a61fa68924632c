//! The names that documents list for options are those the command knows: it lists them when it is given another.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use crate::limited;
use crate::markdown::{first_column, quoted, table};
use crate::repository::Repository;

/// What comes before the list in a complaint.
const LISTS: &[&str] = &["there are ", "expected one of: ", "known: "];

fn known_names(option: &str) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["run", "program.c", option, "no-such-name"]);
    let finished = limited::run(&mut command, Duration::from_secs(60)).expect("it ends at once");
    assert_eq!((finished.status.code(), finished.stdout.as_str()), (Some(2), ""), "{option}");
    let line = finished.stderr.split(" (secateur --help").next().unwrap_or_default();
    let names =
        LISTS.iter().find_map(|opening| line.rsplit_once(opening)).map(|(_, names)| names.replace(" and ", ", "));
    let names = names.unwrap_or_else(|| panic!("{option} lists nothing: {line}"));
    names.split(", ").map(|name| name.trim().to_owned()).collect()
}

/// The exit status in `--help` and in the guide: the same numbers with the same words.
#[test]
fn the_guide_and_the_help_tell_the_same_exit_status() {
    let repository = Repository::open();
    let guide = repository.read("docs/user-guide.md");
    let plain = |cell: &str| cell.replace('`', "");
    let documented: Vec<String> = table(&guide, "| status | meaning |")
        .iter()
        .map(|row| row.iter().copied().map(plain).collect::<Vec<_>>().join(" "))
        .collect();
    for arguments in [&["--help"][..], &["run", "--help"], &["reach", "--help"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
        let finished = limited::run(command.args(arguments), Duration::from_secs(60)).expect("it ends at once");
        let shown = finished.stdout.lines().skip_while(|line| !line.starts_with("Exit status")).skip(1);
        let shown: Vec<String> = shown
            .take_while(|line| line.starts_with("  "))
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(shown, documented, "{arguments:?}");
    }
}

fn in_table(repository: &Repository, file: &str, head: &str) -> BTreeSet<String> {
    first_column(&repository.read(file), head).into_iter().map(str::to_owned).collect()
}

#[test]
fn documented_names_are_those_the_command_knows() {
    let repository = Repository::open();
    let mut strategies = in_table(&repository, "docs/search.md", "| name | order |");
    // Another name of `nurs:covnew`.
    strategies.remove("covnew");
    assert_eq!(strategies, known_names("--search"), "--search");
    let tables = [
        ("--solver-layers", "docs/solving.md", "| layer |"),
        ("--prior", "docs/search.md", "| name | values |"),
        ("--coverage", "docs/user-guide.md", "| level |"),
    ];
    for (option, file, head) in tables {
        assert_eq!(in_table(&repository, file, head), known_names(option), "{option}");
    }

    let guide = repository.read("docs/user-guide.md");
    let row = guide.lines().find(|line| line.starts_with("| `--solver NAME`")).expect("a row for --solver");
    let solvers: BTreeSet<String> = quoted(row).into_iter().skip(1).map(str::to_owned).collect();
    assert_eq!(solvers, known_names("--solver"), "--solver");

    let mut checks = in_table(&repository, "docs/user-guide.md", "| name | on by default |");
    let groups = guide.lines().find(|line| line.starts_with("`--checks` takes names and groups")).expect("the groups");
    checks.extend(quoted(groups).into_iter().skip(1).map(str::to_owned));
    assert_eq!(checks, known_names("--checks"), "--checks");
}
